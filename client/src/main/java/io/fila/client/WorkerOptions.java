package io.fila.client;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many workers handle the messages of a queue, and how they stop.
 *
 * @param base workers there are always
 * @param max workers there are at most; each second one more while the fill is 60 % or above, and one fewer below 40 %
 * @param fill how full things are, 1 meaning full, asked once a second; absent means the part of the workers' time that is
 *     spent in handlers. It may block
 * @param stopGrace how long a stopping pool waits for the messages in hand before it interrupts their handlers and gives
 *     the messages back
 * @param maxHold how long the lease of one message is renewed while its handler works; after that it runs out
 */
public record WorkerOptions(int base, int max, @Nullable DoubleSupplier fill, Duration stopGrace, Duration maxHold) {
    public static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(30);
    public static final Duration DEFAULT_MAX_HOLD = Duration.ofHours(1);

    public WorkerOptions {
        if (base < 1 || max < base) {
            throw new IllegalArgumentException(
                    "Expected at least 1 worker and no fewer at most than always but found " + base + " to " + max);
        }
    }

    /** A fixed number of workers. */
    public static WorkerOptions of(int workers) {
        return elastic(workers, workers);
    }

    /** As many workers as are needed, within these bounds. */
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
