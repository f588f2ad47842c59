package io.fila.benchmarks.fairness;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Time that passes without burning any of the processors'. */
final class Pause {
    private Pause() {}

    static void of(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }

    /** Returns at that moment, or when the thread is interrupted, and leaves it so. */
    static void until(long nanos) {
        long wait;
        while ((wait = nanos - System.nanoTime()) > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(wait);
        }
    }
}
