package io.fila.core.broker;

import io.fila.core.timer.Timer;

/** Goes off when consumers of a queue have held all they may for so long, without settling anything, that one is given more. */
final class Patience extends Timer {
    private final Handout handout;

    Patience(Handout handout) {
        this.handout = handout;
    }

    Handout handout() {
        return handout;
    }
}
