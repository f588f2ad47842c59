package io.fila.core.broker.queue;

import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.TokenBucket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits on a queue's depth: refuses new messages if it is full, or nearly full and there is no token. */
final class DepthLimit {
    /** The retry hint of a full queue: nobody knows when there is room, so neither at once nor never. */
    private static final long FULL_RETRY_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int PERCENT = 100;

    private Capacity capacity;
    private @Nullable TokenBucket tokens;

    DepthLimit(Capacity capacity) {
        this.capacity = capacity;
        configure(capacity, 0);
    }

    void configure(Capacity changed, long nowNanos) {
        capacity = changed;
        Capacity.Admission admission = changed.admission();
        if (admission == null) {
            tokens = null;
        } else if (tokens == null) {
            tokens = new TokenBucket(admission.rate(), nowNanos);
        } else {
            tokens.update(admission.rate(), nowNanos);
        }
    }

    Capacity.Overflow overflow() {
        return capacity.overflow();
    }

    /** How many more messages a queue that holds so many takes. */
    long room(long held) {
        return capacity.isLimited() ? Math.max(0, capacity.maxDepth() - held) : Long.MAX_VALUE;
    }

    /** Whether a queue that holds so many holds more than it may: it was made smaller. */
    boolean isOverfull(long held) {
        return capacity.isLimited() && held > capacity.maxDepth();
    }

    /** Why one more message can't come in now, or null if it can; a token is taken if it needs one. */
    @Nullable Refusal admit(long held, QueueName queue, long nowNanos) {
        Capacity.Admission admission = capacity.admission();
        TokenBucket bucket = tokens;
        boolean needsToken = admission != null
                && bucket != null
                && capacity.isLimited()
                && held * PERCENT >= capacity.maxDepth() * admission.fromFillPercent();
        if (!needsToken || bucket == null || bucket.tryConsume(1, nowNanos)) {
            return null;
        }
        long opensAt = bucket.holdsAtNanos(1);
        return Refusal.exhausted(
                "Expected queue " + queue + " to take new messages at its admission rate but it holds " + held + " of "
                        + capacity.maxDepth() + " and they come faster; try again later.",
                opensAt == Long.MAX_VALUE ? FULL_RETRY_NANOS : Math.max(1, opensAt - nowNanos));
    }

    Refusal full(long held, QueueName queue) {
        return Refusal.exhausted(
                "Expected room in queue " + queue + " but it holds " + held + " messages and may hold "
                        + capacity.maxDepth() + "; consume some, or try again later.",
                FULL_RETRY_NANOS);
    }
}
