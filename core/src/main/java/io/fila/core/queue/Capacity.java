package io.fila.core.queue;

import io.fila.core.throttle.Rate;
import org.jspecify.annotations.Nullable;

/**
 * How many messages a queue accepts.
 *
 * @param maxDepth the most messages it holds: ready, scheduled and leased; 0 means no limit
 * @param admission absent if it accepts messages until it is full
 */
public record Capacity(
        long maxDepth, Overflow overflow, @Nullable Admission admission) {
    public static final Capacity UNLIMITED = new Capacity(0, Overflow.REJECT, null);

    /** What a full queue does with a new message. */
    public enum Overflow {
        /** It refuses, with a retry hint. */
        REJECT,
        /** It drops the new one. */
        DROP_NEW,
        /** It drops the oldest message of the same tenant, or else of the one with most messages among a few. */
        DROP_OLDEST
    }

    /** Above this fill level, in percent, each enqueue needs a token. */
    public record Admission(int fromFillPercent, Rate rate) {}

    public boolean isLimited() {
        return maxDepth > 0;
    }
}
