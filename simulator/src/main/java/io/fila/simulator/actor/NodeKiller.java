package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.world.World;

/** Kills one node, or all at once, and starts them again some time later. */
final class NodeKiller implements Actor {
    private static final int ALL_ONE_IN = 10;
    private static final int MOST_PAUSES = 10;

    private final World world;
    private final Chance chance;

    NodeKiller(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        LogNode some = chance.pick(world.cluster().log().nodes());
        boolean all = chance.oneIn(ALL_ONE_IN);
        for (LogNode node : world.cluster().log().nodes()) {
            if (all || node == some) {
                world.cluster().crash(node);
                world.events()
                        .after(chance.around(MOST_PAUSES * world.workload().pauseNanos()), node::start);
            }
        }
        return chance.around(world.faults().crashNanos());
    }
}
