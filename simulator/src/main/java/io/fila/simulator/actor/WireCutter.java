package io.fila.simulator.actor;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.world.World;

/** Cuts nodes off, one from all others or two from each other, one way or both, and mends the wires later. */
final class WireCutter implements Actor {
    private static final int MOST_PAUSES = 30;

    private final World world;
    private final Chance chance;

    WireCutter(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        LogNode node = chance.pick(world.cluster().log().nodes());
        LogNode other = chance.pick(world.cluster().log().nodes());
        boolean fromAll = chance.oneIn(2);
        boolean comesThrough = chance.oneIn(3);
        for (LogNode each : world.cluster().log().nodes()) {
            if (each != node && (fromAll || each == other)) {
                cut(node, each, true);
                if (!comesThrough) {
                    cut(each, node, true);
                }
            }
        }
        world.trace()
                .line("node " + node.number() + " is cut off" + (fromAll ? "" : " from " + other.number())
                        + (comesThrough ? ", one way" : ""));
        long until = chance.around(MOST_PAUSES * world.workload().pauseNanos());
        world.events()
                .after(
                        until,
                        () -> world.cluster().log().nodes().forEach(each -> {
                            cut(node, each, false);
                            cut(each, node, false);
                        }));
        return chance.around(world.faults().rotNanos());
    }

    private void cut(LogNode from, LogNode to, boolean isCut) {
        world.cluster().log().wires().cut(from.number(), to.number(), isCut);
    }
}
