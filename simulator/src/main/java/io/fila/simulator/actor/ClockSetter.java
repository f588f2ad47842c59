package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.world.World;

/** Sets the clocks of nodes wrong: the time of day by up to an hour, the ticks by a little. */
final class ClockSetter implements Actor {
    private static final int MOST_DRIFT_MILLIONTHS = 10_000;
    private static final long MOST_SKEW_NANOS = 3_600_000_000_000L;

    private final World world;
    private final Chance chance;

    ClockSetter(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        LogNode node = chance.pick(world.cluster().log().nodes());
        if (chance.oneIn(2)) {
            node.clock().drift(chance.between(-MOST_DRIFT_MILLIONTHS, MOST_DRIFT_MILLIONTHS));
        } else {
            node.clock().skew(chance.between(-MOST_SKEW_NANOS, MOST_SKEW_NANOS));
        }
        return chance.around(world.faults().clockNanos());
    }
}
