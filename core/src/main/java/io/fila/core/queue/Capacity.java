package io.fila.core.queue;

import io.fila.core.throttle.Rate;
import org.jspecify.annotations.Nullable;

/**
 * How much a queue takes.
 *
 * @param maxDepth messages it holds at most, pending, scheduled and in flight; 0 for no limit
 * @param admission absent if it takes all it can until it is full
 */
public record Capacity(
        long maxDepth, Overflow overflow, @Nullable Admission admission) {
    public static final Capacity UNLIMITED = new Capacity(0, Overflow.REJECT, null);

    /** What a full queue does with a new message. */
    public enum Overflow {
        /** It refuses, and says when to come back. */
        REJECT,
        /** It drops the new one. */
        DROP_NEW,
        /** It drops the oldest of the same tenant, or else of the one who has most. */
        DROP_OLDEST
    }

    /** From this fill on, in percent, each message needs a token to get in. */
    public record Admission(int fromFillPercent, Rate rate) {}

    public boolean isLimited() {
        return maxDepth > 0;
    }
}
