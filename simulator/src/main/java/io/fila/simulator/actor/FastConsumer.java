package io.fila.simulator.actor;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.world.World;

/** Acks what it gets soon, and asks for more. */
final class FastConsumer extends Subscriber {
    FastConsumer(World world) {
        super(world);
    }

    @Override
    void work(QueueName queue, MessageId id) {
        later(chance.around(world.workload().pauseNanos()), () -> {
            world.ack(queue, id);
            grant(1);
        });
    }

    /** Credit lost with messages that never arrived is made up for. */
    @Override
    void whileConnected() {
        grant(1);
    }
}
