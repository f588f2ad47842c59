package io.fila.core.broker;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.reply.Refusal;

/**
 * Deletes messages that their producer no longer wants, as long as they wait. A message is looked for among all of its queue
 * that are in memory, so this costs what a move costs.
 */
final class Cancellation {
    private final Queues queues;

    Cancellation(Queues queues) {
        this.queues = queues;
    }

    void cancel(Command.Cancel cancel, Turn turn) {
        Queue queue = queues.find(cancel.queue(), cancel.reply(), turn);
        if (queue == null) {
            return;
        }
        MessageId id = queue.dedupKeys().alive(cancel.dedupKey());
        if (id == null || queue.lease(id) != null) {
            turn.answer(cancel.reply(), Cancelled.NONE);
            return;
        }
        Message message = queue.take(id, turn);
        if (message == null) {
            turn.refuse(
                    cancel.reply(),
                    Refusal.failedPrecondition(
                            "Expected message " + id + " of queue " + queue.name()
                                    + " in memory but it is further back, or damaged; try again when those before it are gone."));
            return;
        }
        turn.move(message, Place.NOWHERE);
        turn.answer(cancel.reply(), new Cancelled(id));
    }
}
