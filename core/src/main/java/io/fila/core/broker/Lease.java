package io.fila.core.broker;

import io.fila.core.consumer.Consumer;
import io.fila.core.fairness.Flow;
import io.fila.core.message.Message;
import io.fila.core.timer.Timer;
import org.jspecify.annotations.Nullable;

/** A message with a consumer, until it is acked, nacked or the time is up. */
final class Lease extends Timer {
    private final Queue queue;
    private final Message message;
    private final Flow flow;
    private @Nullable Consumer holder;

    /** A script is deciding what becomes of the message. */
    private boolean inQuestion;

    Lease(Queue queue, Message message, Flow flow) {
        this.queue = queue;
        this.message = message;
        this.flow = flow;
    }

    Queue queue() {
        return queue;
    }

    Message message() {
        return message;
    }

    Flow flow() {
        return flow;
    }

    /** Who was given the message; null if that was before a restart. */
    @Nullable Consumer holder() {
        return holder;
    }

    void heldBy(Consumer consumer) {
        holder = consumer;
    }

    boolean isInQuestion() {
        return inQuestion;
    }

    void question() {
        inQuestion = true;
    }
}
