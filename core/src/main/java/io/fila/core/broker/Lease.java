package io.fila.core.broker;

import io.fila.core.fairness.Flow;
import io.fila.core.message.Message;

/** A message with a consumer, until it is acked, nacked or the time is up. */
final class Lease extends Alarm {
    private final Queue queue;
    private final Message message;
    private final Flow flow;

    Lease(Queue queue, Message message, Flow flow) {
        this.queue = queue;
        this.message = message;
        this.flow = flow;
    }

    Message message() {
        return message;
    }

    Flow flow() {
        return flow;
    }

    @Override
    Queue goOff(Turn turn) {
        queue.expire(this, turn);
        return queue;
    }
}
