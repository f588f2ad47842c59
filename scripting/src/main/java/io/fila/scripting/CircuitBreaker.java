package io.fila.scripting;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Bypasses scripts that keep failing: after so many failures in a row for a while, then they are tried again. One thread at a time. */
final class CircuitBreaker {
    private final int threshold;
    private final long cooldownNanos;
    private final LongSupplier nanoTime;
    private int failuresInARow;
    private boolean open;
    private long openedAtNanos;

    CircuitBreaker(int threshold, Duration cooldown, LongSupplier nanoTime) {
        this.threshold = threshold;
        this.cooldownNanos = cooldown.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether scripts are to be bypassed now. After the cooldown one failure is enough to open it again. */
    boolean isOpen() {
        if (open && nanoTime.getAsLong() - openedAtNanos >= cooldownNanos) {
            open = false;
            failuresInARow = threshold - 1;
        }
        return open;
    }

    void succeeded() {
        failuresInARow = 0;
    }

    /** Counts a failure; true if it is the one that opens the breaker. */
    boolean failed() {
        failuresInARow++;
        if (failuresInARow < threshold || open) {
            return false;
        }
        open = true;
        openedAtNanos = nanoTime.getAsLong();
        return true;
    }
}
