package io.fila.core.runtime.term;

import io.fila.core.runtime.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What time it is by the cluster. A leader goes on from the time of the entries it has seen, by its own ticks: that another machine's
 * clock is ahead or behind neither ends leases nor mints tokens. One thread notes entries; any thread asks.
 */
public final class TermClock {
    /**
     * An entry tells the time for this long, and at most for twice as long. The ticks of two machines drift apart: what was once the
     * shortest way would look shorter and shorter.
     */
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final InstantSource wall;
    private final LongSupplier ticking;
    private volatile Seen seen = new Seen(0, 0, 0, 0, false);

    /**
     * What entries have told.
     *
     * @param lastNanos the latest time of any
     * @param offsetNanos how far the cluster's time is ahead of the ticks, by the entry that took the shortest way here: the others
     *     came late, and say less
     * @param formerOffsetNanos the same by the entries of the period before
     * @param sinceTicks when this period began
     * @param isLive whether any came while this machine ran: of others nobody knows how old they are
     */
    private record Seen(long lastNanos, long offsetNanos, long formerOffsetNanos, long sinceTicks, boolean isLive) {
        long offset() {
            return Math.max(offsetNanos, formerOffsetNanos);
        }

        Seen withOld(long timeNanos) {
            return new Seen(Math.max(lastNanos, timeNanos), offsetNanos, formerOffsetNanos, sinceTicks, isLive);
        }

        Seen withLive(long timeNanos, long ticks) {
            long last = Math.max(lastNanos, timeNanos);
            long offset = timeNanos - ticks;
            long passed = ticks - sinceTicks;
            if (!isLive || passed >= 2 * PERIOD_NANOS) {
                return new Seen(last, offset, offset, ticks, true);
            }
            return passed >= PERIOD_NANOS
                    ? new Seen(last, offset, offsetNanos, ticks, true)
                    : new Seen(last, Math.max(offsetNanos, offset), formerOffsetNanos, sinceTicks, true);
        }
    }

    /** @param ticking nanoseconds of this machine that pass one after the other, since whenever */
    public TermClock(InstantSource wall, LongSupplier ticking) {
        this.wall = wall;
        this.ticking = ticking;
    }

    /** Notes the time of an entry, which came just now or was there when the node began. */
    public void note(long timeNanos, boolean isLive) {
        seen = isLive ? seen.withLive(timeNanos, ticking.getAsLong()) : seen.withOld(timeNanos);
    }

    /** The time; before any entry came, the wall clock's. */
    public long nowNanos() {
        Seen known = seen;
        long now = known.isLive() ? ticking.getAsLong() + known.offset() : wallNanos();
        return Math.max(known.lastNanos(), now);
    }

    /** A clock for a term that begins now. */
    public Clock begin() {
        long beginNanos = nowNanos();
        long begin = ticking.getAsLong();
        return new Clock() {
            @Override
            public long nowNanos() {
                return beginNanos + (ticking.getAsLong() - begin);
            }

            @Override
            public long wallNanos() {
                return TermClock.this.wallNanos();
            }
        };
    }

    private long wallNanos() {
        Instant now = wall.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
