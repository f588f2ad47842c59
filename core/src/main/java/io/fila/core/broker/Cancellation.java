package io.fila.core.broker;

import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Deletes waiting messages that their producer cancels. It searches all messages of the queue that are in memory, so it costs as
 * much as a move.
 *
 * <p>Messages that are only on disk are found by another thread. By then the answer may be out of date: the place may belong to
 * another message. So this class remembers which messages are being searched for. A message leaves the disk only through memory;
 * if no page has loaded it since the search began, it is still where it was found.
 */
final class Cancellation {
    /** Messages that may be searched for at once; beyond that the first is forgotten and must be searched for again. */
    private static final int MOST_SOUGHT = 10_000;

    private final Queues queues;
    private final SequencedSet<MessageId> sought = new LinkedHashSet<>();

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
        Message message = take(queue, id, cancel.found(), turn);
        if (message == null) {
            seek(id);
            turn.answer(cancel.reply(), Cancelled.onDisk(id));
            return;
        }
        turn.move(message, Place.NOWHERE, Cause.CANCELLED);
        turn.answer(cancel.reply(), Cancelled.gone(id));
    }

    private @Nullable Message take(Queue queue, MessageId id, @Nullable Message found, Turn turn) {
        boolean isWhereItWas = sought.remove(id);
        Message inMemory = queue.take(id, turn);
        if (inMemory != null) {
            return inMemory;
        }
        return isWhereItWas && found != null && found.id().equals(id) && queue.takeFromDisk(found, turn) ? found : null;
    }

    private void seek(MessageId id) {
        sought.add(id);
        if (sought.size() > MOST_SOUGHT) {
            sought.removeFirst();
        }
    }

    /** These have come into memory, and may go anywhere from there. */
    void loaded(Collection<Message> page) {
        if (!sought.isEmpty()) {
            page.forEach(message -> sought.remove(message.id()));
        }
    }
}
