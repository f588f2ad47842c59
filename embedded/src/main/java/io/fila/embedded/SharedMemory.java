package io.fila.embedded;

import io.fila.core.journal.Archive;
import io.fila.core.journal.Journal;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.Record;
import io.fila.core.schedule.Moment;
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
    public synchronized long append(List<Record> records) {
        return memory.append(records);
    }

    @Override
    public synchronized long confirm() {
        return memory.confirm();
    }

    @Override
    public synchronized long durable(boolean idle) {
        return memory.durable(idle);
    }

    @Override
    public synchronized Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        return memory.page(queue, fairnessKey, lane, afterPosition, limit);
    }

    @Override
    public synchronized SchedulePage schedule(QueueId queue, Moment after, int limit) {
        return memory.schedule(queue, after, limit);
    }

    @Override
    public synchronized MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
        return memory.browse(queue, kind, fairnessKey, after, limit);
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
