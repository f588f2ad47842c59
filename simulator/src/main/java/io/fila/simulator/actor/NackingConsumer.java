package io.fila.simulator.actor;

import io.fila.core.consumer.Delivery;
import io.fila.core.hook.NackReason;
import io.fila.simulator.world.World;
import java.util.List;

/** Fails on most of what it gets, in storms. */
final class NackingConsumer extends Subscriber {
    private boolean storm = true;

    NackingConsumer(World world) {
        super(world);
    }

    @Override
    void work(Delivery delivery) {
        boolean fails = storm ? !chance.oneIn(8) : chance.oneIn(8);
        later(chance.around(world.workload().pauseNanos() / 4), () -> {
            if (fails) {
                world.nack(delivery, reason(delivery));
            } else {
                world.ack(delivery);
            }
            grant(1);
        });
    }

    /** Now and then it knows when to try again, and asks that others wait too; perhaps for a key that is not its own. */
    private NackReason reason(Delivery delivery) {
        long retryAfter = chance.oneIn(3) ? chance.around(4 * world.workload().pauseNanos()) : 0;
        List<String> own = delivery.envelope().scheduling().throttleKeys();
        List<String> all = world.workload().limits();
        List<String> choices = chance.oneIn(5) ? all : own;
        String hold = chance.oneIn(2) && !choices.isEmpty() ? chance.pick(choices) : "";
        return new NackReason("simulated failure", retryAfter, hold);
    }

    @Override
    void whileConnected() {
        storm = !storm;
        grant(1);
    }
}
