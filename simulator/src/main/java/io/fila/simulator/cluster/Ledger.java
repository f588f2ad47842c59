package io.fila.simulator.cluster;

import io.fila.core.replication.LogPosition;
import io.fila.core.replication.Replica;
import io.fila.core.runtime.term.EntryApplier;
import io.fila.core.runtime.term.TermClock;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * What has become of the log, as only somebody can know who sees all nodes at once: an entry is committed the moment that a majority
 * has taken it from the leader of its term, whether or not any node knows it yet.
 */
final class Ledger {
    private final int majority;
    private final LongConsumer onCommitted;
    private final EntryApplier applier;
    private final TreeMap<Long, Map<Long, Integer>> accepted = new TreeMap<>();
    private long committed = -1;

    /** @param onCommitted told of each index in order, after the turn that is complete with it */
    Ledger(int nodes, TurnBook book, LongConsumer onCommitted) {
        this.majority = nodes / 2 + 1;
        this.onCommitted = onCommitted;
        this.applier = new EntryApplier(new Teller(book), new TermClock(() -> Instant.EPOCH, () -> 0));
    }

    /** Tells of turns when their last entry is committed. */
    private record Teller(TurnBook book) implements Replica {
        @Override
        public LogPosition persisted() {
            return LogPosition.NONE;
        }

        @Override
        public void replayedThrough(long index) {}

        @Override
        public void apply(LogPosition at, ByteBuffer turn) {
            book.committed(turn);
        }

        @Override
        public LogPosition persist() {
            return LogPosition.NONE;
        }
    }

    long committed() {
        return committed;
    }

    /** A node has taken an entry from the leader of the entry's own term. */
    void accepted(LogNode by, long index, long term) {
        if (index <= committed) {
            return;
        }
        int nodes =
                accepted.computeIfAbsent(index, at -> new TreeMap<>()).merge(term, 1 << by.number(), (a, b) -> a | b);
        if (Integer.bitCount(nodes) < majority) {
            return;
        }
        while (committed < index) {
            long next = committed + 1;
            Logged logged = by.at(next);
            committed = next;
            if (logged.entry() != null) {
                boolean _ = applier.apply(next, logged.term(), logged.entry(), logged.term());
            }
            onCommitted.accept(next);
        }
        accepted.headMap(committed, true).clear();
    }
}
