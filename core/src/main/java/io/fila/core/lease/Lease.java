package io.fila.core.lease;

import io.fila.core.consumer.Consumer;
import io.fila.core.fairness.Flow;
import io.fila.core.message.Message;
import io.fila.core.timer.Timer;
import org.jspecify.annotations.Nullable;

/** A message that a consumer holds, until it is acked, nacked or the lease expires. */
public final class Lease extends Timer {
    private final Message message;
    private final Flow flow;
    private @Nullable Consumer holder;

    private final long id;

    /** How many messages its holder had when it got this one. */
    private int rank;

    private boolean expired;

    /** A script is deciding about the message. */
    private boolean inQuestion;

    private long retryAfterNanos;

    public Lease(Message message, Flow flow, long id) {
        this.message = message;
        this.flow = flow;
        this.id = id;
    }

    /** Identifies this delivery of the message; derived from its time. */
    public long id() {
        return id;
    }

    /** Whether a consumer that names this lease, or just any with 0, means it. */
    public boolean isMeantBy(long leaseId) {
        return leaseId == 0 || leaseId == id;
    }

    public Message message() {
        return message;
    }

    public Flow flow() {
        return flow;
    }

    /** Who was given the message; null if that was before a restart. */
    public @Nullable Consumer holder() {
        return holder;
    }

    public void heldBy(Consumer consumer, int held) {
        holder = consumer;
        rank = held;
    }

    /** How many messages its holder had when it got this one, this one included. */
    public int rank() {
        return rank;
    }

    /** Whether it ended because its time was up. */
    public boolean hasExpired() {
        return expired;
    }

    public void expire() {
        expired = true;
    }

    public boolean isInQuestion() {
        return inQuestion;
    }

    /** How long its consumer wants the next try to wait. */
    public long retryAfterNanos() {
        return retryAfterNanos;
    }

    public void question(long wantedRetryAfterNanos) {
        inQuestion = true;
        retryAfterNanos = wantedRetryAfterNanos;
    }
}
