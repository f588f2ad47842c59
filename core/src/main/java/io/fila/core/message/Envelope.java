package io.fila.core.message;

import org.jspecify.annotations.Nullable;

/**
 * What the broker knows of a message besides its body and its state; it changes only when the message changes queues.
 *
 * @param expiresAtNanos when it expires; 0 means never
 * @param dedupKey its dedup key; empty means none
 * @param deadLetter present while it is in a dead letter queue
 */
public record Envelope(
        MessageId id,
        Scheduling scheduling,
        long enqueuedAtNanos,
        long expiresAtNanos,
        String dedupKey,
        @Nullable DeadLetter deadLetter) {
    public Envelope(MessageId id, Scheduling scheduling, long enqueuedAtNanos) {
        this(id, scheduling, enqueuedAtNanos, 0, "", null);
    }

    public String fairnessKey() {
        return scheduling.fairnessKey();
    }

    /** The key of its lane. All dead letters of a queue share one, in order of failure, so that the oldest are redriven first. */
    public String lineKey() {
        return isDeadLetter() ? Scheduling.DEFAULT_KEY : fairnessKey();
    }

    public boolean isDeadLetter() {
        return deadLetter != null;
    }

    public boolean expires() {
        return expiresAtNanos != 0;
    }

    public boolean isExpired(long nowNanos) {
        return expires() && expiresAtNanos <= nowNanos;
    }

    /** A dead letter never expires, and its dedup key is free. */
    public Envelope buried(DeadLetter death) {
        return new Envelope(id, scheduling, enqueuedAtNanos, 0, "", death);
    }

    /** The same message at the start of another life in another queue. */
    public Envelope reborn(Scheduling again, long expiresAt) {
        return new Envelope(id, again, enqueuedAtNanos, expiresAt, "", null);
    }
}
