package io.fila.simulator.actor;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Purged;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Deletes what waits, all of it or of one key or what is old, step by step until it is done or has had enough. */
final class Purger implements Actor {
    private static final int STOPS_ONE_IN = 6;

    private final World world;
    private final Chance chance;

    Purger(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        QueueName queue = chance.pickSkewed(world.workload().queues());
        String key = chance.oneIn(2) ? "" : chance.pickSkewed(world.workload().keys());
        long age = chance.around(10 * world.workload().pauseNanos());
        long before = chance.oneIn(2) ? Long.MAX_VALUE : world.clock().nowNanos() - age;
        step(chance.oneIn(6) ? queue.deadLetter() : queue, key, before);
        return chance.around(20 * world.workload().pauseNanos());
    }

    private void step(QueueName queue, String key, long before) {
        int limit = chance.pick(List.of(1, 3, 10, Limits.PURGE_STEP));
        world.send(Sent.<Purged>asking(
                reply -> new Command.Purge(queue, key, before, limit, reply),
                answer -> goOn(queue, key, before, answer)));
    }

    private void goOn(QueueName queue, String key, long before, Answer answer) {
        boolean more = answer.value() instanceof Purged step && step.more();
        if (more && !world.isClosing() && !chance.oneIn(STOPS_ONE_IN)) {
            step(queue, key, before);
        }
    }
}
