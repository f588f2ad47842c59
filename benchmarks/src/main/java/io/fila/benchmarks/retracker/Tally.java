package io.fila.benchmarks.retracker;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What came of the announces over one transport. For one thread; another may read when that has ended. */
final class Tally {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(2);

    private final Histogram micros = new Histogram(LONGEST_MICROS, 3);
    private long sent;
    private long answered;
    private long turnedAway;
    private long broken;

    /** What came before does not count. */
    void reset() {
        micros.reset();
        sent = 0;
        answered = 0;
        turnedAway = 0;
        broken = 0;
    }

    void sent() {
        sent++;
    }

    /**
     * An answer came.
     *
     * @param dueNanos when its announce was due, not when it was sent: waiting to be sent is waiting too
     */
    void heard(boolean withPeers, long dueNanos, long nowNanos) {
        if (withPeers) {
            answered++;
        } else {
            turnedAway++;
        }
        micros.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(nowNanos - dueNanos), 0, LONGEST_MICROS));
    }

    /** It said something that nobody understands, or hung up. */
    void broken() {
        broken++;
    }

    long heard() {
        return answered + turnedAway;
    }

    /** Announces that were not answered, beside those that are under way. */
    long lost() {
        return Math.max(0, sent - heard() - broken);
    }

    long answered() {
        return answered;
    }

    long turnedAway() {
        return turnedAway;
    }

    long brokenCount() {
        return broken;
    }

    double millis(double percentile) {
        return micros.getValueAtPercentile(percentile) / 1_000.0;
    }
}
