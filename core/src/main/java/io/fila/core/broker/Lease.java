package io.fila.core.broker;

import io.fila.core.consumer.Consumer;
import io.fila.core.fairness.Flow;
import io.fila.core.message.Message;
import io.fila.core.timer.Timer;
import org.jspecify.annotations.Nullable;

/** A message that a consumer holds, until it is acked, nacked or the lease expires. */
final class Lease extends Timer {
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

    Lease(Message message, Flow flow, long id) {
        this.message = message;
        this.flow = flow;
        this.id = id;
    }

    /** Identifies this delivery of the message; derived from its time. */
    long id() {
        return id;
    }

    /** Whether a consumer that names this lease, or just any with 0, means it. */
    boolean isMeantBy(long leaseId) {
        return leaseId == 0 || leaseId == id;
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

    void heldBy(Consumer consumer, int held) {
        holder = consumer;
        rank = held;
    }

    /** How many messages its holder had when it got this one, this one included. */
    int rank() {
        return rank;
    }

    /** Whether it ended because its time was up. */
    boolean hasExpired() {
        return expired;
    }

    void expire() {
        expired = true;
    }

    boolean isInQuestion() {
        return inQuestion;
    }

    /** How long its consumer wants the next try to wait. */
    long retryAfterNanos() {
        return retryAfterNanos;
    }

    void question(long wantedRetryAfterNanos) {
        inQuestion = true;
        retryAfterNanos = wantedRetryAfterNanos;
    }
}
