package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.world.World;

/** Lets nodes bring to their disks what they have applied, and forget the log up to there. */
final class Archivist implements Actor {
    private static final int SOME = 5;

    private final World world;
    private final Chance chance;

    Archivist(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        LogNode node = chance.pick(world.cluster().log().nodes());
        node.persist(chance.oneIn(2));
        return chance.around(SOME * world.workload().pauseNanos());
    }
}
