package io.fila.simulator.model;

import io.fila.core.throttle.Rate;

/** A token bucket in plain arithmetic. */
public final class KnownBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    /** For rounding: the model counts in floating point. */
    public static final double TOLERANCE = 1e-6;

    private Rate rate;
    private double tokens;
    private long filledAtNanos;

    /** The time of the record on disk. A restart refills from there, but never from a time in the future. */
    private long recordedAtNanos;

    KnownBucket(Rate rate, long nowNanos) {
        this.rate = rate;
        this.tokens = rate.burst();
        recordAt(nowNanos);
    }

    public Rate rate() {
        return rate;
    }

    public double tokens(long nowNanos) {
        double passed = Math.max(0, nowNanos - filledAtNanos) / NANOS_PER_SECOND;
        return Math.min(rate.burst(), tokens + rate.perSecond() * passed);
    }

    /** Whether it surely has a token, whatever the rounding. */
    boolean surelyHolds(long nowNanos) {
        return tokens(nowNanos) >= 1 + TOLERANCE;
    }

    boolean mayHold(long nowNanos) {
        return tokens(nowNanos) >= 1 - TOLERANCE;
    }

    void take(long nowNanos) {
        tokens = tokens(nowNanos) - 1;
        recordAt(nowNanos);
    }

    void change(Rate newRate, long nowNanos) {
        tokens = Math.min(tokens(nowNanos), newRate.burst());
        rate = newRate;
        recordAt(nowNanos);
    }

    /** What is in it now is written down. */
    void record(long nowNanos) {
        tokens = tokens(nowNanos);
        recordAt(nowNanos);
    }

    void restart(long nowNanos) {
        filledAtNanos = Math.min(recordedAtNanos, nowNanos);
    }

    private void recordAt(long nowNanos) {
        filledAtNanos = nowNanos;
        recordedAtNanos = nowNanos;
    }

    @Override
    public String toString() {
        return rate + " with " + tokens + " tokens at " + filledAtNanos;
    }
}
