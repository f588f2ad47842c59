package io.fila.simulator.process;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.replication.Fate;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.runtime.term.Proposals;
import io.fila.simulator.cluster.LogNode;
import io.fila.simulator.cluster.TurnBook;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The journal of a broker that leads a term in the simulator. What is under way and what is durable is the real {@link Proposals}' affair. */
final class TermJournal implements Journal {
    private final LogNode node;
    private final TurnBook book;
    private final Proposals proposals;
    private final LongConsumer onCommitted;
    private final LongConsumer onConfirmed;
    private final Runnable onProgress;
    private Place asking = new Place();
    private long last;
    private long told;

    /** The position of a turn, which is known only when it has been proposed. */
    private static final class Place {
        long position;
    }

    /**
     * A journal for a term that begins.
     *
     * @param onCommitted told of a position when a majority has it, before anybody in the cluster knows
     * @param onConfirmed told of a position when its node leads, and nobody else does
     */
    TermJournal(
            LogNode node,
            TurnBook book,
            long term,
            LongSupplier clock,
            LongConsumer onCommitted,
            LongConsumer onConfirmed,
            Runnable onProgress) {
        this.node = node;
        this.book = book;
        this.proposals = new Proposals(new Log(), term, clock);
        this.onCommitted = onCommitted;
        this.onConfirmed = onConfirmed;
        this.onProgress = onProgress;
    }

    /** The node's part in the log, asked on behalf of one position after the other. */
    private final class Log implements ReplicatedLog {
        @Override
        public void propose(long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
            node.propose(term, timeNanos, turn, outcome);
        }

        @Override
        public void confirm(long term, Consumer<Fate> outcome) {
            Place place = asking;
            node.confirm(term, () -> onConfirmed.accept(place.position), outcome);
        }

        @Override
        public int members() {
            return node.members();
        }

        @Override
        public void stepDown(long term) {
            node.stepDown(term);
        }
    }

    @Override
    public void recover(Consumer<Record> reader) {
        node.content().recover(reader);
    }

    @Override
    public long append(List<Record> records) {
        Place place = new Place();
        ByteBuffer turn = book.seal(records, () -> onCommitted.accept(place.position));
        last = proposals.propose(records.size(), turn);
        place.position = last;
        return last;
    }

    @Override
    public long confirm() {
        asking = new Place();
        last = proposals.confirm();
        asking.position = last;
        return last;
    }

    @Override
    public long durable(boolean idle) {
        told = proposals.durable();
        return told;
    }

    /** Of the turn that got one last. */
    long position() {
        return last;
    }

    /** What the loop was told to be durable. */
    long told() {
        return told;
    }

    @Override
    public int worthwhile() {
        return proposals.worthwhile();
    }

    @Override
    public void onProgress(Runnable listener) {
        proposals.onProgress(() -> {
            listener.run();
            onProgress.run();
        });
    }
}
