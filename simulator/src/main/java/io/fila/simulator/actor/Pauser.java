package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;

/** Pauses a key or a whole queue, and resumes more often than it pauses. */
final class Pauser implements Actor {
    private final World world;
    private final Chance chance;

    Pauser(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.pickSkewed(world.workload().queues());
        String key = chance.oneIn(3) ? "" : chance.pickSkewed(world.workload().keys());
        boolean stop = chance.oneIn(3);
        world.send(Sent.<Done>asking(reply -> new Command.Pause(queue, key, stop, reply), answer -> {}));
        return chance.around(5 * world.workload().pauseNanos());
    }
}
