package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Asks for statistics; whether they are true is for the laws to say. */
final class Auditor implements Actor {
    private final World world;
    private final Chance chance;

    Auditor(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName source = chance.pick(world.workload().queues());
        QueueName queue = chance.oneIn(4) ? source.deadLetter() : source;
        world.send(Sent.<QueueStats>asking(reply -> new Command.GetStats(queue, reply), answer -> {}));
        world.send(Sent.<List<QueueSummary>>asking(Command.ListQueues::new, answer -> {}));
        return chance.around(2 * world.workload().pauseNanos());
    }
}
