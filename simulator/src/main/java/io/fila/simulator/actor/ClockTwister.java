package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.world.World;

/** Lets the clock of the living process drift, stand still for a while, and jump ahead. */
final class ClockTwister implements Actor {
    private static final int MOST_DRIFT_MILLIONTHS = 50_000;
    private static final long LONGEST_JUMP_NANOS = 20_000_000_000L;

    private final World world;
    private final Chance chance;

    ClockTwister(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        if (chance.oneIn(2)) {
            world.clock().drift(chance.between(-MOST_DRIFT_MILLIONTHS, MOST_DRIFT_MILLIONTHS));
        } else {
            world.clock().jump(chance.between(-LONGEST_JUMP_NANOS, LONGEST_JUMP_NANOS));
        }
        world.trace().line("clock " + world.clock().nowNanos());
        return chance.around(world.faults().clockNanos());
    }
}
