package io.fila.simulator.actor;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.world.World;

/** Says everything twice, and not always the same thing. */
final class StutteringConsumer extends Subscriber {
    StutteringConsumer(World world) {
        super(world);
    }

    @Override
    void work(QueueName queue, MessageId id) {
        for (int times = chance.between(1, 3); times > 0; times--) {
            if (chance.oneIn(3)) {
                world.nack(queue, id);
            } else {
                world.ack(queue, id);
            }
        }
        grant(chance.between(1, 2));
    }
}
