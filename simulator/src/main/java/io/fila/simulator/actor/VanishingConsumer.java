package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.simulator.world.World;

/** Takes messages and disconnects with them, again and again. */
final class VanishingConsumer extends Subscriber {
    VanishingConsumer(World world) {
        super(world);
    }

    @Override
    void work(Delivery delivery) {
        if (chance.oneIn(4)) {
            leave();
        }
    }

    @Override
    void whileConnected() {
        if (chance.oneIn(2)) {
            leave();
        } else {
            grant(chance.between(1, 5));
        }
    }
}
