package io.fila.server.host;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import java.util.List;
import java.util.function.Consumer;

/** A journal whose commits are told of. For the broker thread. */
final class TimedJournal implements Journal {
    private final Journal journal;
    private final List<? extends BrokerListener> listeners;

    TimedJournal(Journal journal, List<? extends BrokerListener> listeners) {
        this.journal = journal;
        this.listeners = listeners;
    }

    @Override
    public void commit(List<Record> records) {
        long began = System.nanoTime();
        journal.commit(records);
        long nanos = System.nanoTime() - began;
        for (BrokerListener listener : listeners) {
            listener.committed(records.size(), nanos);
        }
    }

    @Override
    public void confirm() {
        journal.confirm();
    }

    @Override
    public void recover(Consumer<Record> consumer) {
        journal.recover(consumer);
    }
}
