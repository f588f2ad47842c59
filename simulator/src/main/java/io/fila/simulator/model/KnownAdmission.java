package io.fila.simulator.model;

import io.fila.core.throttle.Rate;

/**
 * The tokens for getting into a queue that is nearly full. What a turn did in between can't always be told from outside, so
 * there is a least and a most that the bucket may hold.
 */
final class KnownAdmission {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double TOLERANCE = 1e-6;

    private Rate rate;
    private double least;
    private double most;
    private long filledAtNanos;

    KnownAdmission(Rate rate, long nowNanos) {
        this.rate = rate;
        this.least = rate.burst();
        this.most = rate.burst();
        this.filledAtNanos = nowNanos;
    }

    boolean mayLetIn(long nowNanos) {
        fill(nowNanos);
        return most >= 1 - TOLERANCE;
    }

    boolean mustLetIn(long nowNanos) {
        fill(nowNanos);
        return least >= 1 + TOLERANCE;
    }

    /** A message came in; it took a token for sure, or perhaps. */
    void take(boolean surely, long nowNanos) {
        fill(nowNanos);
        least = Math.max(0, least - 1);
        if (surely) {
            most = Math.max(0, most - 1);
        }
    }

    void change(Rate newRate, long nowNanos) {
        fill(nowNanos);
        rate = newRate;
        fill(nowNanos);
    }

    private void fill(long nowNanos) {
        double came = rate.perSecond() * Math.max(0, nowNanos - filledAtNanos) / NANOS_PER_SECOND;
        least = Math.min(rate.burst(), least + came);
        most = Math.min(rate.burst(), most + came);
        filledAtNanos = Math.max(filledAtNanos, nowNanos);
    }

    @Override
    public String toString() {
        return "from " + least + " to " + most + " tokens at " + rate;
    }
}
