package io.fila.benchmarks.fairness;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
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

    private final Histogram nanos;
    private long undelivered;
    private long youngestNanos = Long.MAX_VALUE;

    Dwell() {
        this(new Histogram(LONGEST_NANOS, DIGITS));
    }

    private Dwell(Histogram nanos) {
        this.nanos = nanos;
    }

    /** What was once {@link #encoded}. */
    static Dwell decode(String histogram, long undelivered, long youngestNanos) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(histogram));
            Dwell dwell = new Dwell(Histogram.decodeFromCompressedByteBuffer(bytes, LONGEST_NANOS));
            dwell.undelivered = undelivered;
            dwell.youngestNanos = youngestNanos;
            return dwell;
        } catch (DataFormatException damaged) {
            throw new IllegalArgumentException("Expected a compressed histogram but found " + histogram, damaged);
        }
    }

    /** All times as HdrHistogram writes them, compressed, in Base64. */
    String encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
        int length = nanos.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

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

    /** The age of the youngest message that nobody has handled; the largest number if there is none. */
    long youngestNanos() {
        return youngestNanos;
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
