package io.fila.simulator.model;

import io.fila.core.consumer.ConsumerId;

/** A consumer that the broker took on. */
public final class KnownConsumer {
    private final ConsumerId id;
    long credit;

    /** When its wait for a turn began: the one that has waited longest is next. */
    long waitingSince;

    KnownConsumer(ConsumerId id) {
        this.id = id;
    }

    public ConsumerId id() {
        return id;
    }

    public long credit() {
        return credit;
    }

    public long waitingSince() {
        return waitingSince;
    }
}
