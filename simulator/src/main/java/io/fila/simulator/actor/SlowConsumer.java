package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.simulator.world.World;

/** Takes about as long as the lease lasts, so that many of its acks come too late. */
final class SlowConsumer extends Subscriber {
    private final long workNanos;

    SlowConsumer(World world) {
        super(world);
        workNanos = chance.between(1, 20) * 1_000_000_000L;
    }

    @Override
    void work(Delivery delivery) {
        later(chance.around(workNanos), () -> {
            world.ack(delivery);
            grant(1);
        });
    }
}
