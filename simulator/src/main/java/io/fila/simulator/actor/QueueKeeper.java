package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;

/** Creates missing queues, and deletes some while they are in use. */
final class QueueKeeper implements Actor {
    /** A dead letter queue that an operator created stays when its source is deleted. */
    private static final int DEAD_LETTERS_FIRST_ONE_IN = 4;

    private final World world;
    private final Chance chance;
    private final QueueDraft draft;
    private final long deleteNanos;

    QueueKeeper(World world) {
        this.world = world;
        this.chance = world.chance().fork();
        this.draft = new QueueDraft(chance, world.workload());
        this.deleteNanos = world.faults().deleteNanos();
    }

    @Override
    public long act() {
        for (QueueName name : world.workload().queues()) {
            if (world.model().queue(name) == null || chance.oneIn(20)) {
                if (chance.oneIn(DEAD_LETTERS_FIRST_ONE_IN)) {
                    create(name.deadLetter());
                }
                create(name);
            }
        }
        long pause = 2 * world.workload().pauseNanos();
        if (deleteNanos > 0 && chance.around(deleteNanos) < pause) {
            QueueName doomed = chance.pick(world.workload().queues());
            delete(chance.oneIn(5) ? doomed.deadLetter() : doomed);
            if (chance.oneIn(2)) {
                create(chance.oneIn(5) ? doomed.deadLetter() : doomed);
            }
        }
        return chance.around(pause);
    }

    private void create(QueueName name) {
        QueueConfig config = draft.whole();
        world.send(Sent.<QueueName>asking(reply -> new Command.CreateQueue(name, config, reply), answer -> {}));
    }

    private void delete(QueueName name) {
        world.send(Sent.<Done>asking(reply -> new Command.DeleteQueue(name, reply), answer -> {}));
    }
}
