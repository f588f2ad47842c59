package io.fila.core.command;

import io.fila.core.message.MessageId;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an enqueue.
 *
 * @param id the message's, or the first one's if it is a duplicate; absent if it was dropped
 */
public record Accepted(@Nullable MessageId id, Outcome outcome) {
    /** What happened to the message. */
    public enum Outcome {
        STORED,
        /** The queue has a message with the same dedup key. */
        DUPLICATE,
        /** The queue is full and drops new messages. */
        DROPPED
    }

    private static final Accepted DROPPED = new Accepted(null, Outcome.DROPPED);

    public static Accepted stored(MessageId id) {
        return new Accepted(id, Outcome.STORED);
    }

    public static Accepted duplicateOf(MessageId first) {
        return new Accepted(first, Outcome.DUPLICATE);
    }

    public static Accepted dropped() {
        return DROPPED;
    }
}
