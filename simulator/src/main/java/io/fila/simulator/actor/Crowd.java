package io.fila.simulator.actor;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Endless tenants: each sends a message or two under a new key and is never seen again. */
final class Crowd implements Actor {
    private static final int LARGEST_GROUP = 12;

    private final World world;
    private final Chance chance;
    private long nextKey;

    Crowd(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.pickSkewed(world.workload().queues());
        for (int group = chance.between(1, LARGEST_GROUP); group > 0; group--) {
            Scheduling scheduling = new Scheduling("crowd-" + nextKey++, 1, List.of());
            for (int messages = chance.between(1, 2); messages > 0; messages--) {
                MessageId id = world.newId();
                world.send(Sent.<Accepted>asking(
                        reply -> new Command.Enqueue(queue, id, scheduling, new Body(new byte[0]), reply),
                        answer -> {}));
            }
        }
        return chance.around(8 * world.workload().pauseNanos());
    }
}
