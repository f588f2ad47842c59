package io.fila.core.journal;

import io.fila.core.agenda.Moment;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/** Reads what committed turns left. Any thread. */
public interface Archive {
    /** Up to {@code limit} pending messages of a lane in order, beginning after a position. */
    Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit);

    /** Up to {@code limit} scheduled messages of a queue in order, beginning after a moment. */
    AgendaPage agenda(QueueId queue, Moment after, int limit);

    /**
     * The body of a message, or null if there is no such message any more.
     *
     * @throws DamagedException if its stored bytes are not what was written
     */
    @Nullable Body body(QueueId queue, MessageId id) throws DamagedException;
}
