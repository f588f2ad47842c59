package io.fila.storage;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.replication.Fate;
import io.fila.core.replication.LostLeadException;
import io.fila.core.replication.ReplicatedLog;
import io.fila.storage.log.Frame;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.StorageException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The journal of a broker that leads a term of a replicated log. It makes the changes of a turn, once for all machines, and
 * proposes them; they reach the database by way of the log, here as everywhere. Several turns may be on their way to the others.
 */
final class ReplicatedJournal implements Journal {
    /** Turns on their way. */
    static final int TURNS_UNDER_WAY = 4;

    /** Bytes on their way after which no further turn is decided. One turn may be larger by itself. */
    static final long BYTES_UNDER_WAY = 8L << 20;

    private final Database database;
    private final Quarantine quarantine;
    private final ReplicatedLog log;
    private final long term;
    private final LongSupplier clock;
    private final Consumer<String> reports;
    private final Frame frame = new Frame();
    private final RecordWriter writer;
    private final Deque<UnderWay> underWay = new ArrayDeque<>();
    private volatile Runnable progress = () -> {};
    private long bytesUnderWay;
    private int recordsUnderWay;
    private long appended;
    private long durable;

    /** What was told to be durable. */
    private long told;

    /** A turn whose fate may not be known yet. */
    private record UnderWay(long position, int records, int bytes, CompletableFuture<Fate> fate) {}

    ReplicatedJournal(Database database, ReplicatedLog log, long term, LongSupplier clock, Consumer<String> reports) {
        this.database = database;
        this.quarantine = new Quarantine(database, InstantSource.system());
        this.log = log;
        this.term = term;
        this.clock = clock;
        this.reports = reports;
        this.writer = new RecordWriter(database, quarantine, frame);
    }

    /** A node that finds damage must not lead: its copy would replace what is intact on other nodes. */
    @Override
    public void recover(Consumer<Record> reader) {
        frame.clear();
        new Readback(database, quarantine, frame, reports, reader).run(false);
        if (frame.isEmpty()) {
            return;
        }
        if (log.members() > 1) {
            throw new StorageException(
                    "Expected a sound copy of what the cluster knows but records of this node's are"
                            + " damaged; move its data directory away and start it again: it fetches everything from the others.");
        }
        long _ = propose(0);
        awaitAll();
    }

    @Override
    public long append(List<Record> records) {
        if (records.stream().anyMatch(RecordWriter::readsDatabase)) {
            // What is under way is not in the database yet.
            awaitAll();
        }
        frame.clear();
        records.forEach(writer::write);
        return frame.isEmpty() ? confirm() : propose(records.size());
    }

    private long propose(int records) {
        ByteBuffer turn = frame.sealed(0);
        UnderWay proposed = underWay(records, turn.remaining());
        log.propose(term, clock.getAsLong(), turn, fate -> decided(proposed, fate));
        return proposed.position();
    }

    @Override
    public long confirm() {
        UnderWay asked = underWay(0, 0);
        log.confirm(term, fate -> decided(asked, fate));
        return asked.position();
    }

    private UnderWay underWay(int records, int bytes) {
        UnderWay begun = new UnderWay(++appended, records, bytes, new CompletableFuture<>());
        underWay.add(begun);
        recordsUnderWay += records;
        bytesUnderWay += bytes;
        return begun;
    }

    /** On any thread. */
    private void decided(UnderWay turn, Fate fate) {
        turn.fate().complete(fate);
        progress.run();
    }

    @Override
    public long durable(boolean idle) {
        UnderWay first;
        while ((first = underWay.peek()) != null && first.fate().isDone()) {
            Fate fate = first.fate().join();
            if (fate == Fate.COMMITTED) {
                underWay.remove();
                recordsUnderWay -= first.records();
                bytesUnderWay -= first.bytes();
                durable = first.position();
            } else if (durable == told) {
                throw lost(fate);
            } else {
                // What was committed before is told first.
                break;
            }
        }
        told = durable;
        return durable;
    }

    private LostLeadException lost(Fate fate) {
        return new LostLeadException("Expected to lead term " + term + " but what was proposed in it is "
                + (fate == Fate.LOST ? "lost" : "of unknown fate") + "; another term has begun or will.");
    }

    /**
     * As many as are under way. With few clients a command needn't wait for the round of others and then for its own; with many
     * clients turns stay large, because an entry costs every machine more than a message in it.
     */
    @Override
    public int worthwhile() {
        return underWay.size() < TURNS_UNDER_WAY && bytesUnderWay < BYTES_UNDER_WAY
                ? Math.max(1, recordsUnderWay)
                : Integer.MAX_VALUE;
    }

    @Override
    public void onProgress(Runnable listener) {
        progress = listener;
    }

    /** Waits until everything that was proposed is in the database of this machine. */
    private void awaitAll() {
        for (UnderWay turn : underWay) {
            Fate fate = turn.fate().join();
            if (fate != Fate.COMMITTED) {
                throw lost(fate);
            }
        }
    }
}
