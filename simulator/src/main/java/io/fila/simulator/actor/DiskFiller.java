package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;

/** Fills the disk and frees it again; the broker hears about it, also after a restart. */
final class DiskFiller implements Actor {
    private final World world;
    private final Chance chance;
    private boolean low;
    private long changeAtNanos;

    DiskFiller(World world) {
        this.world = world;
        this.chance = world.chance().fork();
        this.changeAtNanos = chance.around(world.faults().fullDiskNanos());
    }

    @Override
    public long act() {
        if (world.events().nowNanos() >= changeAtNanos) {
            low = !low;
            changeAtNanos =
                    world.events().nowNanos() + chance.around(world.faults().fullDiskNanos() / (low ? 4 : 1));
        }
        if (world.model().diskIsLow() != low) {
            world.send(Sent.telling(new Command.DiskSpace(low)));
        }
        return chance.around(4 * world.workload().pauseNanos());
    }
}
