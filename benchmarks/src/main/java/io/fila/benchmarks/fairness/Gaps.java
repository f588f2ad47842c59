package io.fila.benchmarks.fairness;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Times between two deliveries of the same tenant, over all tenants. */
final class Gaps {
    private static final int DIGITS = 3;

    private final Histogram nanos = new Histogram(DIGITS);
    private final long beginNanos;
    private final long[] lastNanos;
    private long served;

    Gaps(int tenants, long beginNanos) {
        this.beginNanos = beginNanos;
        lastNanos = new long[tenants];
        Arrays.fill(lastNanos, beginNanos);
    }

    synchronized void served(int tenant, long nowNanos) {
        if (nowNanos >= beginNanos) {
            nanos.recordValue(nowNanos - lastNanos[tenant]);
            lastNanos[tenant] = nowNanos;
            served++;
        }
    }

    /** Counts the gaps that are still open. */
    synchronized void end(long nowNanos) {
        for (long last : lastNanos) {
            nanos.recordValue(nowNanos - last);
        }
    }

    synchronized long served() {
        return served;
    }

    synchronized long percentileNanos(double percentile) {
        return nanos.getValueAtPercentile(percentile);
    }
}
