package io.fila.simulator.actor;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;

/** Changes its mind about messages, whether they wait, are with a consumer, or never were. */
final class Canceller implements Actor {
    private final World world;
    private final Chance chance;

    Canceller(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.oneIn(20)
                ? new QueueName("nowhere")
                : chance.pickSkewed(world.workload().queues());
        String dedupKey = Producer.dedupKey(chance);
        world.send(Sent.<Cancelled>asking(reply -> new Command.Cancel(queue, dedupKey, reply), answer -> {}));
        return chance.around(2 * world.workload().pauseNanos());
    }
}
