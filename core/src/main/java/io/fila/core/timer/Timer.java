package io.fila.core.timer;

/** Something that happens at a moment; it knows its slot, so that cancelling costs no search. */
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
