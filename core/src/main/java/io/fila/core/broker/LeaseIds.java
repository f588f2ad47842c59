package io.fila.core.broker;

/** Generates lease ids from the time. Each is larger than all before it, also across a restart. */
final class LeaseIds {
    private long last;

    long next(long nowNanos) {
        last = Math.max(last + 1, nowNanos);
        return last;
    }

    void restore(long used) {
        last = Math.max(last, used);
    }
}
