package io.fila.core.ready;

import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.timer.Timers;

/** Knows when the first message of a lane expires, and fires the lane's timer then. */
final class Expiry {
    private final Timers<Lane> timers;

    Expiry(Timers<Lane> timers) {
        this.timers = timers;
    }

    /** Whether the first message of a lane, if it is in memory, is too old. */
    boolean isOver(Lane lane, long nowNanos) {
        Message head = lane.backlog().peek();
        return head != null && head.envelope().isExpired(nowNanos);
    }

    /** To be told whenever another message may have become the first. */
    void watch(Lane lane) {
        Message head = lane.backlog().peek();
        long expiresAt = head == null ? 0 : head.envelope().expiresAtNanos();
        if (lane.isSet() && lane.dueNanos() != expiresAt) {
            timers.cancel(lane);
        }
        if (expiresAt != 0 && !lane.isSet()) {
            timers.set(lane, expiresAt);
        }
    }

    void forget(Lane lane) {
        timers.cancel(lane);
    }
}
