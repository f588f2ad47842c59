package io.fila.simulator.process;

import io.fila.simulator.chance.Chance;

/**
 * How slow the machine is: each delay is drawn anew, from nothing up to these.
 *
 * @param wireNanos one way between a client and the broker
 * @param wakeUpNanos from the arrival of a command to the turn that decides on it
 * @param commitNanos of a commit
 * @param readNanos until a page is read, and again until it is back
 * @param scriptNanos until a script has run, and again until its answer is back
 */
public record Delays(long wireNanos, long wakeUpNanos, long commitNanos, long readNanos, long scriptNanos) {
    Delays withFastDisk() {
        return new Delays(wireNanos, wakeUpNanos, 0, readNanos, scriptNanos);
    }

    long wakeUp(Chance chance) {
        return chance.between(0, wakeUpNanos);
    }

    long commit(Chance chance) {
        return chance.between(0, commitNanos);
    }
}
