package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.simulator.world.World;

/** Acks what it gets soon, and asks for more. */
final class FastConsumer extends Subscriber {
    FastConsumer(World world) {
        super(world);
    }

    @Override
    void work(Delivery delivery) {
        later(chance.around(world.workload().pauseNanos()), () -> {
            world.ack(delivery);
            grant(1);
        });
    }

    /** Makes up for credit that was lost with messages that never arrived. */
    @Override
    void whileConnected() {
        grant(1);
    }
}
