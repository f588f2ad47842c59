package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.CrashPoint;
import io.fila.simulator.world.World;
import java.util.List;

/** Kills the process at any point of a turn, or between turns. */
final class Crasher implements Actor {
    private final World world;
    private final Chance chance;

    Crasher(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        if (chance.oneIn(4)) {
            world.process().crash();
        } else {
            world.process().crashAt(chance.pick(List.of(CrashPoint.values())));
        }
        return chance.around(world.faults().crashNanos());
    }
}
