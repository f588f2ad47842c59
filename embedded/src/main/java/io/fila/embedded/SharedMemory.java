package io.fila.embedded;

import io.fila.core.agenda.Moment;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Archive;
import io.fila.core.journal.Journal;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.Page;
import io.fila.core.journal.Shelf;
import io.fila.core.journal.ShelfPage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.Record;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The storage in memory, for the broker thread and the threads that read for it. */
final class SharedMemory implements Journal, Archive {
    private final MemoryJournal memory = new MemoryJournal();

    @Override
    public synchronized void recover(Consumer<Record> reader) {
        memory.recover(reader);
    }

    @Override
    public synchronized void commit(List<Record> records) {
        memory.commit(records);
    }

    @Override
    public synchronized Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return memory.page(queue, fairnessKey, lane, afterPosition, limit);
    }

    @Override
    public synchronized AgendaPage agenda(QueueId queue, Moment after, int limit) {
        return memory.agenda(queue, after, limit);
    }

    @Override
    public synchronized ShelfPage browse(QueueId queue, Shelf shelf, String fairnessKey, String after, int limit) {
        return memory.browse(queue, shelf, fairnessKey, after, limit);
    }

    @Override
    public synchronized @Nullable Envelope envelope(QueueId queue, MessageId id) {
        return memory.envelope(queue, id);
    }

    @Override
    public synchronized @Nullable Body body(QueueId queue, MessageId id) {
        return memory.body(queue, id);
    }
}
