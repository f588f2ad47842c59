package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.Pace;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.time.Duration;
import java.util.List;

/** Makes the queues that are missing, and deletes some under everybody's hands. */
final class QueueKeeper implements Actor {
    /** A dead letter queue that somebody made stays when its source is deleted. */
    private static final int DEAD_LETTERS_FIRST_ONE_IN = 4;

    private final World world;
    private final Chance chance;
    private final long deleteNanos;

    QueueKeeper(World world) {
        this.world = world;
        this.chance = world.chance().fork();
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
        QueueConfig policy = new QueueConfig(
                Duration.ofSeconds(chance.pick(List.of(1, 2, 5, 30))),
                script(),
                script(),
                chance.pick(List.of(0, 0, 1, 3)),
                QueueConfig.ScriptFallback.DEFAULTS,
                Duration.ZERO,
                0);
        QueueConfig config = policy.with(new Capacity(
                        chance.pick(List.of(0L, 0L, 5L, 40L)),
                        chance.pick(List.of(Capacity.Overflow.REJECT, Capacity.Overflow.DROP_NEW)),
                        null))
                .with(new Lifetimes(Duration.ZERO, Duration.ofSeconds(chance.pick(List.of(0, 0, 3)))))
                .with(new Pace(0, chance.pick(List.of(0L, 0L, 1L, 4L)), 0, -1));
        world.send(Sent.<QueueName>asking(reply -> new Command.CreateQueue(name, config, reply), answer -> {}));
    }

    private String script() {
        return chance.percent(world.workload().scriptedPercent())
                ? chance.pick(List.of(FakeHooks.STEADY, FakeHooks.STEADY, FakeHooks.FLAKY))
                : "";
    }

    private void delete(QueueName name) {
        world.send(Sent.<Done>asking(reply -> new Command.DeleteQueue(name, reply), answer -> {}));
    }
}
