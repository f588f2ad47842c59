package io.fila.simulator.actor;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Sends dead letters back, step by step until none is left or it has had enough; now and then to the wrong queue. */
final class Redriver implements Actor {
    private static final int WRONG_ONE_IN = 12;
    private static final int STOPS_ONE_IN = 6;

    private final World world;
    private final Chance chance;

    Redriver(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName source = chance.pickSkewed(world.workload().queues());
        step(chance.oneIn(WRONG_ONE_IN) ? source : source.deadLetter());
        return chance.around(8 * world.workload().pauseNanos());
    }

    private void step(QueueName deadLetters) {
        int limit = chance.pick(List.of(1, 2, 5, Limits.REDRIVE_STEP));
        world.send(Sent.<Integer>asking(
                reply -> new Command.Redrive(deadLetters, limit, reply), answer -> goOn(deadLetters, answer)));
    }

    private void goOn(QueueName deadLetters, Answer answer) {
        boolean more = answer.value() instanceof Integer moved && moved > 0;
        if (more && !world.isClosing() && !chance.oneIn(STOPS_ONE_IN)) {
            step(deadLetters);
        }
    }
}
