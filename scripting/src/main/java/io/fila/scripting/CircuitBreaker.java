package io.fila.scripting;

import java.util.function.LongSupplier;

/**
 * Bypasses scripts that keep failing: after a number of counted failures in a row for a while, then they are tried again with a
 * count of 0. Failures that do not count neither add to a row nor end it. One thread at a time reports; any thread may ask.
 */
public final class CircuitBreaker {
    /** Which failures count. */
    public enum Counts {
        /** Scripts that exceeded their time or memory, which is what a breaker protects from. */
        LIMITS,
        /** All of them. */
        ALL
    }

    private final int threshold;
    private final Counts counts;
    private final long cooldownNanos;
    private final LongSupplier nanoTime;
    private int failuresInARow;
    private volatile boolean tripped;
    private volatile long trippedAtNanos;

    CircuitBreaker(ScriptSettings settings, LongSupplier nanoTime) {
        this.threshold = settings.breakerThreshold();
        this.counts = settings.breakerCounts();
        this.cooldownNanos = settings.breakerCooldown().toNanos();
        this.nanoTime = nanoTime;
    }

    /** Whether scripts are to be bypassed now. */
    boolean isOpen() {
        return leftNanos() > 0;
    }

    /** How much longer scripts are bypassed. */
    long leftNanos() {
        return tripped ? Math.max(0, trippedAtNanos + cooldownNanos - nanoTime.getAsLong()) : 0;
    }

    void succeeded() {
        failuresInARow = 0;
        tripped = false;
    }

    /** Takes note of the failure of a script that was not bypassed; true if it is the one that opens the breaker. */
    boolean failed(ScriptFailure failure) {
        boolean counted = counts == Counts.ALL || failure.isOfLimits();
        failuresInARow += counted ? 1 : 0;
        if (failuresInARow < threshold) {
            return false;
        }
        failuresInARow = 0;
        trippedAtNanos = nanoTime.getAsLong();
        tripped = true;
        return true;
    }
}
