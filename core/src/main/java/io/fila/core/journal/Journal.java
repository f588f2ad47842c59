package io.fila.core.journal;

import io.fila.core.record.Record;
import java.util.List;
import java.util.function.Consumer;

/** Makes turns durable. Called only by the broker thread. */
public interface Journal {
    /**
     * Reads back what a restart needs, before the first commit: settings and buckets, every queue, every lane and
     * schedule, pauses and dedup keys, and every leased message, in that order. Pending and scheduled messages stay on disk and are paged in through
     * the {@link Archive}.
     */
    void recover(Consumer<Record> reader);

    /** Writes all records of a turn, or none, and returns when they are as durable as configured. */
    void commit(List<Record> records);

    /**
     * Makes sure that what was read and committed here is still all there is, before a turn without records is answered. Only
     * where others may write in our place there is anything to do.
     */
    default void confirm() {}
}
