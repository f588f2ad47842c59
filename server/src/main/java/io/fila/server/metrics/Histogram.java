package io.fila.server.metrics;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;

/** How long things took or how large they were, in buckets. For one thread; whoever else wants to see it takes a copy there. */
public final class Histogram {
    private final Scale scale;
    private final long[] counts;
    private long sum;

    /** What is measured, in whole numbers of something small, and how it is told: the upper bounds of the buckets. */
    private static final class Scale {
        private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

        static final Scale NANOS = new Scale(
                TimeUnit.SECONDS.toNanos(1),
                MILLISECOND / 20,
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
                MILLISECOND * 3_600_000);
        static final Scale NUMBERS = new Scale(1, 0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000);

        private final long unit;
        private final long[] bounds;

        private Scale(long unit, long... bounds) {
            this.unit = unit;
            this.bounds = bounds;
        }
    }

    private Histogram(Scale scale, long[] counts, long sum) {
        this.scale = scale;
        this.counts = counts;
        this.sum = sum;
    }

    private Histogram(Scale scale) {
        this(scale, new long[scale.bounds.length + 1], 0);
    }

    /** Of times, which are added in nanoseconds and told in seconds. */
    static Histogram ofTimes() {
        return new Histogram(Scale.NANOS);
    }

    /** Of sizes. */
    static Histogram ofNumbers() {
        return new Histogram(Scale.NUMBERS);
    }

    void add(long value) {
        int bucket = 0;
        while (bucket < scale.bounds.length && value > scale.bounds[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        sum += Math.max(0, value);
    }

    /** What several have counted together. */
    static <T> Histogram merged(List<T> parts, Function<T, Histogram> of) {
        Histogram all = of.apply(parts.getFirst()).copy();
        for (T part : parts.subList(1, parts.size())) {
            Histogram more = of.apply(part);
            for (int i = 0; i < all.counts.length; i++) {
                all.counts[i] += more.counts[i];
            }
            all.sum += more.sum;
        }
        return all;
    }

    Histogram copy() {
        return new Histogram(scale, counts.clone(), sum);
    }

    /** How many were no larger than the bound of this index. */
    long upTo(int index) {
        long total = 0;
        for (int i = 0; i <= index; i++) {
            total += counts[i];
        }
        return total;
    }

    public long count() {
        return upTo(counts.length - 1);
    }

    /** The upper bounds of the buckets. */
    public List<Double> bounds() {
        return LongStream.of(scale.bounds)
                .mapToObj(bound -> (double) bound / scale.unit)
                .toList();
    }

    /** How many there are in each bucket, the last for all beyond the bounds. */
    public List<Long> buckets() {
        return LongStream.of(counts).boxed().toList();
    }

    public double sum() {
        return (double) sum / scale.unit;
    }
}
