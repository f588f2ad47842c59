package io.fila.core.broker;

import io.fila.core.timer.Timer;

/** Fires when consumers of a queue have had a full window for so long, without settling anything, that one may get more. */
final class Patience extends Timer {
    private final Handout handout;

    Patience(Handout handout) {
        this.handout = handout;
    }

    Handout handout() {
        return handout;
    }
}
