package io.fila.embedded;

import io.fila.core.runtime.Clock;

/** A clock that moves only when told to. Thread-safe. */
final class VirtualClock implements Clock {
    private volatile long nowNanos;

    VirtualClock(long startNanos) {
        nowNanos = startNanos;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    void moveTo(long nanos) {
        nowNanos = nanos;
    }
}
