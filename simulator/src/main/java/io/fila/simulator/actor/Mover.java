package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Moves single messages to other queues: mostly waiting ones, and sometimes to a queue that does not exist. */
final class Mover implements Actor {
    private static final int LOOKS = 20;

    private final World world;
    private final Chance chance;

    Mover(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        List<KnownMessage> known = world.model().accepted();
        if (!known.isEmpty()) {
            KnownMessage message = choose(known);
            QueueName from = chance.oneIn(8)
                    ? chance.pick(world.workload().queues())
                    : message.queue().name();
            move(from, message.id(), target());
        }
        return chance.around(4 * world.workload().pauseNanos());
    }

    private KnownMessage choose(List<KnownMessage> known) {
        KnownMessage chosen = chance.pick(known);
        for (int look = 0; look < LOOKS && !chosen.isInLine(); look++) {
            chosen = chance.pick(known);
        }
        boolean inLine = chosen.isInLine();
        return inLine && chance.oneIn(2) ? chosen.flow().pending().getFirst() : chosen;
    }

    private QueueName target() {
        QueueName queue = chance.pick(world.workload().queues());
        return switch (chance.below(10)) {
            case 0 -> new QueueName("nowhere");
            case 1 -> queue.deadLetter();
            default -> queue;
        };
    }

    private void move(QueueName from, MessageId id, QueueName target) {
        world.send(Sent.<Done>asking(reply -> new Command.Move(from, id, target, reply), answer -> {}));
    }
}
