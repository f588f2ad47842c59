package io.fila.core.message;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a message besides its body; it changes only when the message changes queues.
 *
 * @param expiresAtNanos from when on it is dropped instead of delivered; 0 for never
 * @param dedupKey the key that no other message of its queue may have while it is alive; empty for none
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

    /** The key whose line it stands in. Dead letters stand in one, in the order of failure, so that the oldest go back first. */
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

    /** A dead letter is kept until somebody looks at it, and its key is free for the next try. */
    public Envelope buried(DeadLetter death) {
        return new Envelope(id, scheduling, enqueuedAtNanos, 0, "", death);
    }

    /** The same message at the start of another life in another queue. */
    public Envelope reborn(Scheduling again, long expiresAt) {
        return new Envelope(id, again, enqueuedAtNanos, expiresAt, "", null);
    }
}
