package io.fila.simulator.actor;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        cancel(queue, Producer.dedupKey(chance), null);
        return chance.around(2 * world.workload().pauseNanos());
    }

    private void cancel(QueueName queue, String dedupKey, @Nullable Message found) {
        world.send(Sent.<Cancelled>asking(
                reply -> new Command.Cancel(queue, dedupKey, found, reply), answer -> goOn(queue, dedupKey, answer)));
    }

    /** Looks for a message that is only on disk; it may move before the broker gets the answer. */
    private void goOn(QueueName queue, String dedupKey, Answer answer) {
        MessageId wanted = answer.value() instanceof Cancelled cancelled ? cancelled.onDisk() : null;
        Message found = wanted == null ? null : look(queue, wanted);
        if (found != null && !world.isClosing()) {
            cancel(queue, dedupKey, found);
        }
    }

    private @Nullable Message look(QueueName name, MessageId wanted) {
        KnownQueue queue = world.model().queue(name);
        return queue == null
                ? null
                : Stream.of(PlaceKind.PENDING, PlaceKind.SCHEDULED)
                        .flatMap(kind ->
                                world.journal().browse(queue.id(), kind, "", "", Integer.MAX_VALUE).messages().stream())
                        .filter(message -> message.id().equals(wanted))
                        .findFirst()
                        .orElse(null);
    }
}
