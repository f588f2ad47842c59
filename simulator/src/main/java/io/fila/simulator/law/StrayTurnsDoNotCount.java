package io.fila.simulator.law;

/** A broker that decided without knowing what was committed meanwhile decides nothing. */
final class StrayTurnsDoNotCount extends Law {
    StrayTurnsDoNotCount() {
        super("Only turns of the last leader count.");
    }

    @Override
    protected void strays(String what) {
        require(false, () -> what);
    }
}
