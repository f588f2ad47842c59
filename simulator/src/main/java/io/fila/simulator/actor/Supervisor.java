package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.world.World;

/** Restarts the process when it is down, sometimes with another clock. */
final class Supervisor implements Actor {
    private static final long LONGEST_JUMP_NANOS = 3_600_000_000_000L;

    private final World world;
    private final Chance chance;

    Supervisor(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        if (!world.process().isRunning()) {
            if (world.faults().clockNanos() > 0 && chance.oneIn(3)) {
                long jump = chance.between(-LONGEST_JUMP_NANOS, LONGEST_JUMP_NANOS);
                world.clock().jump(chance.oneIn(2) ? jump : jump / 1000);
            }
            world.process().start();
        }
        return chance.around(world.workload().pauseNanos());
    }
}
