package io.fila.simulator.time;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** The two clocks of one node: one ticks a little too fast or too slow, the other says what time of day it is and is often wrong. */
public final class NodeClock implements InstantSource {
    private static final long MILLION = 1_000_000L;

    private final EventQueue events;
    private long driftMillionths;
    private long ticksAtAnchor;
    private long anchoredAtNanos;
    private long skewNanos;

    public NodeClock(EventQueue events) {
        this.events = events;
    }

    /** Nanoseconds that pass one after the other. */
    public long ticks() {
        long passed = events.nowNanos() - anchoredAtNanos;
        return ticksAtAnchor + passed + passed / MILLION * driftMillionths;
    }

    @Override
    public Instant instant() {
        long nanos = WallClock.START_NANOS + ticks() + skewNanos;
        long perSecond = TimeUnit.SECONDS.toNanos(1);
        return Instant.ofEpochSecond(Math.floorDiv(nanos, perSecond), Math.floorMod(nanos, perSecond));
    }

    /** How much faster than time it ticks from now on; negative for slower. */
    public void drift(long millionths) {
        ticksAtAnchor = ticks();
        anchoredAtNanos = events.nowNanos();
        driftMillionths = millionths;
    }

    /** How far the time of day is from the true one. */
    public void skew(long nanos) {
        skewNanos = nanos;
    }
}
