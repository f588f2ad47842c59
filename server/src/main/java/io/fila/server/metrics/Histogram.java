package io.fila.server.metrics;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** How long something took, in buckets. For one thread; whoever else wants to see it takes a copy there. */
public final class Histogram {
    private static final long MILLISECOND = 1_000_000;

    /** Upper bounds; what took longer is in one bucket more. */
    private static final long[] BOUNDS_NANOS = {
        MILLISECOND / 4,
        MILLISECOND,
        MILLISECOND * 5 / 2,
        MILLISECOND * 5,
        MILLISECOND * 10,
        MILLISECOND * 25,
        MILLISECOND * 50,
        MILLISECOND * 100,
        MILLISECOND * 250,
        MILLISECOND * 500,
        MILLISECOND * 1_000,
        MILLISECOND * 2_500,
        MILLISECOND * 5_000,
        MILLISECOND * 10_000,
        MILLISECOND * 30_000,
        MILLISECOND * 60_000,
        MILLISECOND * 300_000,
        MILLISECOND * 3_600_000,
    };

    private final long[] counts;
    private long sumNanos;

    public Histogram() {
        this(new long[BOUNDS_NANOS.length + 1], 0);
    }

    private Histogram(long[] counts, long sumNanos) {
        this.counts = counts;
        this.sumNanos = sumNanos;
    }

    void add(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        sumNanos += Math.max(0, nanos);
    }

    Histogram copy() {
        return new Histogram(counts.clone(), sumNanos);
    }

    /** How many took no longer than the bound of this index. */
    long upTo(int index) {
        long sum = 0;
        for (int i = 0; i <= index; i++) {
            sum += counts[i];
        }
        return sum;
    }

    public long count() {
        return upTo(counts.length - 1);
    }

    /** The bounds in seconds. */
    public static List<Double> bounds() {
        return LongStream.of(BOUNDS_NANOS)
                .mapToObj(nanos -> (double) nanos / TimeUnit.SECONDS.toNanos(1))
                .toList();
    }

    /** How many there are in each bucket, the last for all beyond the bounds. */
    public List<Long> buckets() {
        return LongStream.of(counts).boxed().toList();
    }

    double sumSeconds() {
        return (double) sumNanos / TimeUnit.SECONDS.toNanos(1);
    }
}
