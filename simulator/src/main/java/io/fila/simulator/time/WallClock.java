package io.fila.simulator.time;

import io.fila.core.runtime.Clock;

/** The clock of the machine the broker runs on: it drifts, and it jumps both ways. */
public final class WallClock implements Clock {
    static final long START_NANOS = 1_767_225_600_000_000_000L;
    private static final long MILLION = 1_000_000L;

    private final EventQueue events;
    private long anchorNanos = START_NANOS;
    private long anchoredAtNanos;
    private long driftMillionths;

    public WallClock(EventQueue events) {
        this.events = events;
    }

    @Override
    public long nowNanos() {
        long passed = events.nowNanos() - anchoredAtNanos;
        return anchorNanos + passed + passed / MILLION * driftMillionths;
    }

    public void jump(long nanos) {
        anchor();
        anchorNanos += nanos;
    }

    /** How much faster than time the clock runs from now on; negative for slower. */
    public void drift(long millionths) {
        anchor();
        driftMillionths = millionths;
    }

    private void anchor() {
        anchorNanos = nowNanos();
        anchoredAtNanos = events.nowNanos();
    }
}
