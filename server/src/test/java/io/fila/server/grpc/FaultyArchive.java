package io.fila.server.grpc;

import io.fila.core.agenda.Moment;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Page;
import io.fila.core.journal.Shelf;
import io.fila.core.journal.ShelfPage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An archive with chosen faults. */
final class FaultyArchive implements Archive {
    final Set<MessageId> damaged = new HashSet<>();
    final Set<MessageId> missing = new HashSet<>();
    boolean failing;

    /** What happens just before a shelf is looked at. */
    Consumer<Shelf> beforeBrowsing = shelf -> {};

    private final Archive sound;

    FaultyArchive(Archive sound) {
        this.sound = sound;
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return sound.page(queue, fairnessKey, lane, afterPosition, limit);
    }

    @Override
    public ShelfPage browse(QueueId queue, Shelf shelf, String fairnessKey, String after, int limit) {
        beforeBrowsing.accept(shelf);
        return sound.browse(queue, shelf, fairnessKey, after, limit);
    }

    @Override
    public AgendaPage agenda(QueueId queue, Moment after, int limit) {
        return sound.agenda(queue, after, limit);
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
