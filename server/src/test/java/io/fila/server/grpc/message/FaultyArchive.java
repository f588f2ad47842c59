package io.fila.server.grpc.message;

import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.schedule.Moment;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An archive with chosen faults. */
final class FaultyArchive implements Archive {
    final Set<MessageId> damaged = new HashSet<>();
    final Set<MessageId> missing = new HashSet<>();
    boolean failing;

    /** What happens just before a place is looked at. */
    Consumer<PlaceKind> beforeBrowsing = kind -> {};

    private final Archive sound;

    FaultyArchive(Archive sound) {
        this.sound = sound;
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return sound.page(queue, fairnessKey, lane, afterPosition, limit);
    }

    @Override
    public MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
        beforeBrowsing.accept(kind);
        return sound.browse(queue, kind, fairnessKey, after, limit);
    }

    @Override
    public SchedulePage schedule(QueueId queue, Moment after, int limit) {
        return sound.schedule(queue, after, limit);
    }

    @Override
    public @Nullable Envelope envelope(QueueId queue, MessageId id) {
        return damaged.contains(id) || missing.contains(id) ? null : sound.envelope(queue, id);
    }

    @Override
    public @Nullable Body body(QueueId queue, MessageId id) throws DamagedException {
        if (failing) {
            throw new IllegalStateException("The disk does not answer.");
        }
        if (damaged.contains(id)) {
            throw new DamagedException("The checksum does not match.");
        }
        return missing.contains(id) ? null : sound.body(queue, id);
    }
}
