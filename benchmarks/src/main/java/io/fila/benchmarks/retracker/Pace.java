package io.fila.benchmarks.retracker;

import java.util.concurrent.TimeUnit;

/** When the next of many equal things is due: at a steady rate, whether or not those before it are done. For one thread. */
final class Pace {
    private final long startNanos;
    private final double nanosEach;
    private long begun;

    Pace(int perSecond, long startNanos) {
        this.startNanos = startNanos;
        this.nanosEach = perSecond == 0 ? Double.MAX_VALUE : (double) TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** True if one is due; it is then begun. */
    boolean isDue(long nowNanos) {
        return nextNanos() <= nowNanos;
    }

    /** When the next is due. */
    long nextNanos() {
        double after = begun * nanosEach;
        return after > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : startNanos + (long) after;
    }

    void begin() {
        begun++;
    }
}
