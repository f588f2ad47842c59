package io.fila.client;

import java.time.Duration;

/**
 * How many workers there should be: one more each second while they are busy, one fewer each second while they are idle. Between
 * the two levels nothing changes, so that the number does not oscillate. Time is a parameter. For one thread.
 */
final class Elasticity {
    static final Duration STEP = Duration.ofSeconds(1);

    private static final double BUSY = 0.6;
    private static final double IDLE = 0.4;

    private final int base;
    private final int max;
    private long steppedNanos;
    private int size;

    Elasticity(int base, int max, long nowNanos) {
        this.base = base;
        this.max = max;
        steppedNanos = nowNanos;
        size = base;
    }

    /**
     * The number of workers from now on.
     *
     * @param fill the fraction in use: 1 means all
     */
    int adjust(double fill, long nowNanos) {
        if (nowNanos - steppedNanos < STEP.toNanos()) {
            return size;
        }
        steppedNanos = nowNanos;
        if (fill >= BUSY) {
            size = Math.min(max, size + 1);
        } else if (fill < IDLE) {
            size = Math.max(base, size - 1);
        }
        return size;
    }
}
