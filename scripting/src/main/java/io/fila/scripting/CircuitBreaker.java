package io.fila.scripting;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Bypasses scripts that keep failing: after so many failures in a row for a while, then they are tried again. It is told by
 * one thread at a time; any thread may ask.
 */
final class CircuitBreaker {
    private final int threshold;
    private final long cooldownNanos;
    private final LongSupplier nanoTime;
    private int failuresInARow;
    private volatile boolean tripped;
    private volatile long trippedAtNanos;

    CircuitBreaker(int threshold, Duration cooldown, LongSupplier nanoTime) {
        this.threshold = threshold;
        this.cooldownNanos = cooldown.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether scripts are to be bypassed now. After the cooldown one failure is enough to open it again. */
    boolean isOpen() {
        return tripped && nanoTime.getAsLong() - trippedAtNanos < cooldownNanos;
    }

    void succeeded() {
        failuresInARow = 0;
        tripped = false;
    }

    /** Counts a failure of a script that was not bypassed; true if it is one that opens the breaker. */
    boolean failed() {
        failuresInARow = Math.min(failuresInARow + 1, threshold);
        if (failuresInARow < threshold) {
            return false;
        }
        trippedAtNanos = nanoTime.getAsLong();
        tripped = true;
        return true;
    }
}
