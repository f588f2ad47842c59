package io.fila.simulator.actor;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.function.UnaryOperator;

/** Changes the settings of queues in use: one of them, or all. */
final class Reshaper implements Actor {
    private final World world;
    private final Chance chance;
    private final QueueDraft draft;

    Reshaper(World world) {
        this.world = world;
        this.chance = world.chance().fork();
        this.draft = new QueueDraft(chance, world.workload());
    }

    @Override
    public long act() {
        QueueName queue = chance.pickSkewed(world.workload().queues());
        UnaryOperator<QueueConfig> change = change();
        QueueName named = chance.oneIn(8) ? queue.deadLetter() : queue;
        world.send(Sent.<QueueConfig>asking(reply -> new Command.UpdateQueue(named, change, reply), answer -> {}));
        return chance.around(12 * world.workload().pauseNanos());
    }

    private UnaryOperator<QueueConfig> change() {
        QueueConfig drawn = draft.whole();
        return switch (chance.below(4)) {
            case 0 -> config -> config.with(drawn.capacity());
            case 1 -> config -> config.with(drawn.lifetimes());
            case 2 -> config -> config.with(drawn.deliveryPolicy());
            default -> config -> drawn;
        };
    }
}
