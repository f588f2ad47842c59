package io.fila.core.runtime.term;

import io.fila.core.runtime.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

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

    /**
     * What one machine can tell another of the time.
     *
     * @param isKnown whether entries have told it; otherwise it is what its wall clock says
     */
    public record Told(long timeNanos, boolean isKnown) {}

    public Told tell() {
        boolean isKnown = seen.isLive();
        return new Told(nowNanos(), isKnown);
    }

    /** A clock for a term that begins now, by what this machine knows. */
    public Clock begin() {
        return begin(List.of());
    }

    /**
     * A clock for a term that begins now. A machine that has just started goes by what others know; if none does, because all were
     * down, by the wall clock in the middle, and of two by the one behind.
     */
    public Clock begin(List<Told> others) {
        long beginNanos = timeAmong(others);
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

    private long timeAmong(List<Told> others) {
        Told own = tell();
        if (own.isKnown()) {
            return own.timeNanos();
        }
        long[] known =
                others.stream().filter(Told::isKnown).mapToLong(Told::timeNanos).toArray();
        // What came late to a machine lets it say less: whoever says most is closest.
        long time = known.length > 0
                ? Arrays.stream(known).max().orElseThrow()
                : middle(Stream.concat(others.stream(), Stream.of(own)).mapToLong(Told::timeNanos));
        return Math.max(seen.lastNanos(), time);
    }

    private static long middle(LongStream times) {
        long[] ascending = times.sorted().toArray();
        return ascending[(ascending.length - 1) / 2];
    }

    private long wallNanos() {
        Instant now = wall.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
