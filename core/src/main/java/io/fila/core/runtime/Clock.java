package io.fila.core.runtime;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The time, in nanoseconds since the epoch. */
public interface Clock {
    long nowNanos();

    /** The wall clock, which may be changed at any time. */
    default long wallNanos() {
        return nowNanos();
    }

    /** Reads the wall clock once and counts on from there, so that a jump of the wall clock has no effect. */
    static Clock system() {
        return steady(InstantSource.system(), System::nanoTime);
    }

    /**
     * The same by other clocks.
     *
     * @param wall the time of day, which may be set
     * @param ticking nanoseconds that pass one after the other, since whenever
     */
    static Clock steady(InstantSource wall, LongSupplier ticking) {
        long startNanos = nanos(wall.instant());
        long anchor = ticking.getAsLong();
        return new Clock() {
            @Override
            public long nowNanos() {
                return startNanos + (ticking.getAsLong() - anchor);
            }

            @Override
            public long wallNanos() {
                return nanos(wall.instant());
            }
        };
    }

    private static long nanos(Instant moment) {
        return TimeUnit.SECONDS.toNanos(moment.getEpochSecond()) + moment.getNano();
    }
}
