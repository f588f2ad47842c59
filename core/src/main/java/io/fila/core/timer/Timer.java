package io.fila.core.timer;

/** Something that fires at a given time. It knows its slot, so that cancelling needs no search. */
public abstract class Timer {
    static final int IDLE = -1;

    long dueNanos;
    long order;
    int slot = IDLE;

    public final long dueNanos() {
        return dueNanos;
    }

    public final boolean isSet() {
        return slot != IDLE;
    }
}
