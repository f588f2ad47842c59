package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.world.World;

/** Stops the process as an operator does. */
final class Restarter implements Actor {
    private final World world;
    private final Chance chance;

    Restarter(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        world.process().stop();
        return chance.around(world.faults().restartNanos());
    }
}
