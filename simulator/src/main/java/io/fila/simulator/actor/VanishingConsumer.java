package io.fila.simulator.actor;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.world.World;

/** Takes messages and goes away with them, again and again. */
final class VanishingConsumer extends Subscriber {
    VanishingConsumer(World world) {
        super(world);
    }

    @Override
    void work(QueueName queue, MessageId id) {
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
