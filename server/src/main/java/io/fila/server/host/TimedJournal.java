package io.fila.server.host;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A journal that tells how long each turn took until it was durable. For the broker thread. */
final class TimedJournal implements Journal {
    private final Journal journal;
    private final List<? extends BrokerListener> listeners;
    private final Deque<UnderWay> underWay = new ArrayDeque<>();

    private record UnderWay(long position, int records, long began) {}

    TimedJournal(Journal journal, List<? extends BrokerListener> listeners) {
        this.journal = journal;
        this.listeners = listeners;
    }

    @Override
    public long append(List<Record> records) {
        long began = System.nanoTime();
        long position = journal.append(records);
        underWay.add(new UnderWay(position, records.size(), began));
        return position;
    }

    @Override
    public long confirm() {
        return journal.confirm();
    }

    @Override
    public long durable(boolean idle) {
        long durable = journal.durable(idle);
        UnderWay first;
        while ((first = underWay.peek()) != null && first.position() <= durable) {
            tell(underWay.remove());
        }
        return durable;
    }

    private void tell(UnderWay turn) {
        long nanos = System.nanoTime() - turn.began();
        for (BrokerListener listener : listeners) {
            listener.committed(turn.records(), nanos);
        }
    }

    @Override
    public int worthwhile() {
        return journal.worthwhile();
    }

    @Override
    public void onProgress(Runnable listener) {
        journal.onProgress(listener);
    }

    @Override
    public void recover(Consumer<Record> consumer) {
        journal.recover(consumer);
    }
}
