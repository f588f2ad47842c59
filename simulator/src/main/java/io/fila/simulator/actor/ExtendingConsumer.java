package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.consumer.Delivery;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Needs longer than a lease lasts and says so, again and again; settles by the lease it was given. */
final class ExtendingConsumer extends Subscriber {
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_EXTENSIONS = 4;

    ExtendingConsumer(World world) {
        super(world);
    }

    @Override
    void work(Delivery delivery) {
        goOn(delivery, chance.between(0, MOST_EXTENSIONS));
    }

    private void goOn(Delivery delivery, int extensions) {
        later(chance.around(SECOND), () -> {
            if (extensions == 0) {
                world.ack(delivery);
                grant(1);
            } else {
                extend(delivery);
                goOn(delivery, extensions - 1);
            }
        });
    }

    private void extend(Delivery delivery) {
        long nanos = chance.pick(List.of(0L, SECOND / 2, 2 * SECOND, 40 * SECOND));
        world.send(Sent.<Long>asking(
                reply -> new Command.Extend(
                        delivery.queue(), delivery.envelope().id(), delivery.leaseId(), nanos, reply),
                answer -> {}));
    }

    /** Makes up for credit that was lost with messages that never arrived. */
    @Override
    void whileConnected() {
        grant(1);
    }
}
