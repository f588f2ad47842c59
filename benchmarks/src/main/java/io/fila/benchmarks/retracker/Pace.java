package io.fila.benchmarks.retracker;

import java.util.concurrent.TimeUnit;

/** When the next of many equal things is due: at a steady rate, whether or not those before it are done. For one thread. */
final class Pace {
    private final long startNanos;
    private final int perSecond;
    private long begun;

    Pace(int perSecond, long startNanos) {
        this.perSecond = perSecond;
        this.startNanos = startNanos;
    }

    /** True if one is due; it is then begun. */
    boolean isDue(long nowNanos) {
        return nextNanos() <= nowNanos;
    }

    /** When the next is due. */
    long nextNanos() {
        return perSecond == 0 ? Long.MAX_VALUE : startNanos + begun * TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    void begin() {
        begun++;
    }
}
