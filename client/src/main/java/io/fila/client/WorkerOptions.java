package io.fila.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many workers handle the messages of a queue, and how they stop.
 *
 * @param base the smallest number of workers
 * @param max the largest number of workers; each second one is added while the fill is 60 % or above, and one removed below 40 %
 * @param fill how full things are, 1 meaning full, read once a second; absent means the fraction of the workers' time spent in
 *     handlers. It may block
 * @param stopGrace how long a stopping pool waits for its handlers before it interrupts them and returns their messages
 * @param maxHold how long the lease of one message is extended while its handler works; after that it expires
 */
public record WorkerOptions(int base, int max, @Nullable DoubleSupplier fill, Duration stopGrace, Duration maxHold) {
    public static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(30);
    public static final Duration DEFAULT_MAX_HOLD = Duration.ofHours(1);

    public WorkerOptions {
        if (base < 1 || max < base) {
            throw new IllegalArgumentException(
                    "Expected at least 1 worker, and a maximum no smaller than the minimum, but found " + base + " to "
                            + max);
        }
    }

    /** A fixed number of workers. */
    public static WorkerOptions of(int workers) {
        return elastic(workers, workers);
    }

    /** As many workers as needed, within these bounds. */
    public static WorkerOptions elastic(int base, int max) {
        return new WorkerOptions(base, max, null, DEFAULT_STOP_GRACE, DEFAULT_MAX_HOLD);
    }

    public WorkerOptions withFill(DoubleSupplier supplier) {
        return new WorkerOptions(base, max, supplier, stopGrace, maxHold);
    }

    public WorkerOptions withStopGrace(Duration grace) {
        return new WorkerOptions(base, max, fill, grace, maxHold);
    }

    public WorkerOptions withMaxHold(Duration hold) {
        return new WorkerOptions(base, max, fill, stopGrace, hold);
    }
}
