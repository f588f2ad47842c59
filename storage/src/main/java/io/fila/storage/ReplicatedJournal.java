package io.fila.storage;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.runtime.term.Proposals;
import io.fila.storage.log.Frame;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.StorageException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The journal of a broker that leads a term of a replicated log. It makes the changes of a turn, once for all machines, and
 * proposes them; they reach the database by way of the log, here as everywhere. Several turns may be on their way to the others.
 */
final class ReplicatedJournal implements Journal {
    private final Database database;
    private final Quarantine quarantine;
    private final ReplicatedLog log;
    private final Proposals proposals;
    private final Consumer<String> reports;
    private final Frame frame = new Frame();
    private final RecordWriter writer;

    ReplicatedJournal(Database database, ReplicatedLog log, long term, LongSupplier clock, Consumer<String> reports) {
        this.database = database;
        this.quarantine = new Quarantine(database, InstantSource.system());
        this.log = log;
        this.proposals = new Proposals(log, term, clock);
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
        long _ = proposals.propose(0, frame.sealed(0));
        proposals.awaitAll();
    }

    @Override
    public long append(List<Record> records) {
        if (records.stream().anyMatch(RecordWriter::readsDatabase)) {
            // What is under way is not in the database yet.
            proposals.awaitAll();
        }
        frame.clear();
        records.forEach(writer::write);
        return frame.isEmpty() ? confirm() : proposals.propose(records.size(), frame.sealed(0));
    }

    @Override
    public long confirm() {
        return proposals.confirm();
    }

    @Override
    public long durable(boolean idle) {
        return proposals.durable();
    }

    @Override
    public int worthwhile() {
        return proposals.worthwhile();
    }

    @Override
    public void onProgress(Runnable listener) {
        proposals.onProgress(listener);
    }
}
