package io.fila.benchmarks.fairness;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long messages dwelt between being sent and being handled. Those that nobody has handled yet count with their age, which
 * can only grow: a figure that they may still raise is a lower bound.
 */
final class Dwell {
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double ALL = 100;

    private final Histogram nanos = new Histogram(LONGEST_NANOS, DIGITS);
    private long undelivered;
    private long youngestNanos = Long.MAX_VALUE;

    void delivered(long afterNanos) {
        nanos.recordValue(Math.clamp(afterNanos, 0, LONGEST_NANOS));
    }

    void undelivered(long ageNanos) {
        delivered(ageNanos);
        undelivered++;
        youngestNanos = Math.min(youngestNanos, ageNanos);
    }

    long count() {
        return nanos.getTotalCount();
    }

    long undelivered() {
        return undelivered;
    }

    Time percentile(double percentile) {
        long value = nanos.getValueAtPercentile(percentile);
        return new Time(value / NANOS_PER_MILLI, youngestNanos <= value);
    }

    Time max() {
        return percentile(ALL);
    }

    /** @param atLeast whether it may be more, because some messages had not been handled when the measurement ended */
    record Time(double millis, boolean atLeast) {}
}
