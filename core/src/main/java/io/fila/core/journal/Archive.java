package io.fila.core.journal;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what committed turns wrote. Thread-safe. */
public interface Archive {
    /** Up to {@code limit} pending messages of a lane in order, beginning after a position. */
    Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit);

    /** Up to {@code limit} scheduled messages of a queue in order, beginning after a moment. */
    SchedulePage schedule(QueueId queue, Moment after, int limit);

    /**
     * Up to {@code limit} messages of a queue, without their bodies.
     *
     * @param fairnessKey whose messages; empty for all. Dead letters in line stand under the default key.
     * @param after where the page before ended; empty for the first
     * @throws IllegalArgumentException if {@code after} is not from a page of this kind
     */
    MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit);

    /** The envelope of a message when it entered its queue; null if the message does not exist or is damaged. */
    @Nullable Envelope envelope(QueueId queue, MessageId id);

    /**
     * The body of a message, or null if the message is gone.
     *
     * @throws DamagedException if its stored bytes are not what was written
     */
    @Nullable Body body(QueueId queue, MessageId id) throws DamagedException;

    /**
     * The bodies of several messages of a queue, read together, in their order: until they add up to this many bytes, but at least the
     * first. An absent one must be asked for alone with {@link #body}: it is gone or damaged, or was being moved.
     */
    default List<@Nullable Body> bodies(QueueId queue, List<MessageId> ids, long mostBytes) {
        List<@Nullable Body> bodies = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < ids.size() && (i == 0 || bytes < mostBytes); i++) {
            Body body = intact(queue, ids.get(i));
            bodies.add(body);
            bytes += body == null ? 0 : body.size();
        }
        return bodies;
    }

    private @Nullable Body intact(QueueId queue, MessageId id) {
        try {
            return body(queue, id);
        } catch (DamagedException damaged) {
            return null;
        }
    }
}
