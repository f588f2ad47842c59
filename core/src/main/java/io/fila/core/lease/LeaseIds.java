package io.fila.core.lease;

/** Generates lease ids from the time. Each is larger than all before it, also across a restart. */
public final class LeaseIds {
    private long last;

    public long next(long nowNanos) {
        last = Math.max(last + 1, nowNanos);
        return last;
    }

    public void restore(long used) {
        last = Math.max(last, used);
    }
}
