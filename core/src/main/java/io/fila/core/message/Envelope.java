package io.fila.core.message;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a message besides its body; it changes only when the message changes queues.
 *
 * @param deadLetter present while it is in a dead letter queue
 */
public record Envelope(
        MessageId id,
        Scheduling scheduling,
        long enqueuedAtNanos,
        @Nullable DeadLetter deadLetter) {
    public Envelope(MessageId id, Scheduling scheduling, long enqueuedAtNanos) {
        this(id, scheduling, enqueuedAtNanos, null);
    }

    public String fairnessKey() {
        return scheduling.fairnessKey();
    }

    public boolean isDeadLetter() {
        return deadLetter != null;
    }

    public Envelope withDeadLetter(DeadLetter death) {
        return new Envelope(id, scheduling, enqueuedAtNanos, death);
    }

    public Envelope redriven(Scheduling again) {
        return new Envelope(id, again, enqueuedAtNanos, null);
    }
}
