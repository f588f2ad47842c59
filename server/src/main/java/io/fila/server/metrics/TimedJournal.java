package io.fila.server.metrics;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import java.util.List;
import java.util.function.Consumer;

/** A journal whose commits are timed. For the broker thread. */
public final class TimedJournal implements Journal {
    private final Journal journal;
    private final Meters meters;

    public TimedJournal(Journal journal, Meters meters) {
        this.journal = journal;
        this.meters = meters;
    }

    @Override
    public void commit(List<Record> records) {
        long began = System.nanoTime();
        journal.commit(records);
        meters.committed(records.size(), System.nanoTime() - began);
    }

    @Override
    public void recover(Consumer<Record> consumer) {
        journal.recover(consumer);
    }
}
