package io.fila.simulator.model;

import io.fila.core.consumer.ConsumerId;

/** A consumer that the broker took on. */
public final class KnownConsumer {
    private final ConsumerId id;
    private final int mostHeld;
    long credit;
    int held;

    /** What the broker says it may hold; the limit is known for certain. */
    int window = Integer.MAX_VALUE;

    KnownConsumer(ConsumerId id, int mostHeld) {
        this.id = id;
        this.mostHeld = mostHeld;
    }

    /** Whether it has credit, and room for another message. */
    public boolean mayTake() {
        return credit > 0 && held < Math.min(mostHeld, window);
    }

    public ConsumerId id() {
        return id;
    }
}
