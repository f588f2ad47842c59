package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;

/** Gives keys other weights for what they have waiting. */
final class Weigher implements Actor {
    private static final int MOST_WEIGHT = 9;

    private final World world;
    private final Chance chance;

    Weigher(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.pickSkewed(world.workload().queues());
        String key = chance.pickSkewed(world.workload().keys());
        long weight = chance.between(1, MOST_WEIGHT);
        world.send(Sent.<Done>asking(reply -> new Command.SetWeight(queue, key, weight, reply), answer -> {}));
        return chance.around(10 * world.workload().pauseNanos());
    }
}
