package io.fila.core.broker;

import io.fila.core.timer.Timer;

/** A timer of the broker, and what happens when it goes off. */
abstract sealed class Alarm extends Timer permits Lease {
    /** Does what is due and tells which queue may have something to deliver now. */
    abstract Queue goOff(Turn turn);
}
