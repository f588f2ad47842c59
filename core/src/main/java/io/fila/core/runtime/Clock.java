package io.fila.core.runtime;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The time, in nanoseconds since the epoch. */
public interface Clock {
    long nowNanos();

    /** Reads the wall clock once and counts on from there, so that a jump of the wall clock moves nothing. */
    static Clock system() {
        Instant start = Instant.now();
        long anchor = System.nanoTime();
        long startNanos = TimeUnit.SECONDS.toNanos(start.getEpochSecond()) + start.getNano();
        return () -> startNanos + (System.nanoTime() - anchor);
    }
}
