package io.fila.simulator.model;

import io.fila.core.consumer.ConsumerId;

/** A consumer that the broker took on. */
public final class KnownConsumer {
    private final ConsumerId id;
    private final int mostHeld;
    long credit;
    int held;

    /** When its wait for a turn began: the one that has waited longest is next. */
    long waitingSince;

    KnownConsumer(ConsumerId id, int mostHeld) {
        this.id = id;
        this.mostHeld = mostHeld;
    }

    /** Whether it has credit, and room for another message. */
    public boolean mayTake() {
        return credit > 0 && held < mostHeld;
    }

    public ConsumerId id() {
        return id;
    }

    public long waitingSince() {
        return waitingSince;
    }
}
