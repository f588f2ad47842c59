package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.world.World;

/** Lets a node stand for election at any moment, also while another leads. */
final class Candidate implements Actor {
    private final World world;
    private final Chance chance;

    Candidate(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        LogNode node = chance.pick(world.cluster().log().nodes());
        world.trace().line("node " + node.number() + " stands");
        node.stand();
        return chance.around(world.faults().restartNanos());
    }
}
