package io.fila.core.broker;

import io.fila.core.consumer.Consumer;
import io.fila.core.timer.Timer;

/** Goes off when a consumer has held all it may for so long, without settling anything, that it is given more. */
final class Patience extends Timer {
    private final Handout handout;
    private final Consumer consumer;

    /** What the queue's consumers had settled when this was set. */
    private long settledBefore;

    Patience(Handout handout, Consumer consumer) {
        this.handout = handout;
        this.consumer = consumer;
    }

    Handout handout() {
        return handout;
    }

    Consumer consumer() {
        return consumer;
    }

    long settledBefore() {
        return settledBefore;
    }

    void settledBefore(long settlements) {
        settledBefore = settlements;
    }
}
