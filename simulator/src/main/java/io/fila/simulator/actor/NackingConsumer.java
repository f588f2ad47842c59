package io.fila.simulator.actor;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.world.World;

/** Fails on most of what it gets, in storms. */
final class NackingConsumer extends Subscriber {
    private boolean storm = true;

    NackingConsumer(World world) {
        super(world);
    }

    @Override
    void work(QueueName queue, MessageId id) {
        boolean fails = storm ? !chance.oneIn(8) : chance.oneIn(8);
        later(chance.around(world.workload().pauseNanos() / 4), () -> {
            if (fails) {
                world.nack(queue, id);
            } else {
                world.ack(queue, id);
            }
            grant(1);
        });
    }

    @Override
    void whileConnected() {
        storm = !storm;
        grant(1);
    }
}
