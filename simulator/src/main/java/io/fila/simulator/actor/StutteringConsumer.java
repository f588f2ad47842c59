package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.simulator.world.World;

/** Sends every command twice, and not always the same one. */
final class StutteringConsumer extends Subscriber {
    StutteringConsumer(World world) {
        super(world);
    }

    @Override
    void work(Delivery delivery) {
        for (int times = chance.between(1, 3); times > 0; times--) {
            if (chance.oneIn(3)) {
                world.nack(delivery);
            } else {
                world.ack(delivery);
            }
        }
        grant(chance.between(1, 2));
    }
}
