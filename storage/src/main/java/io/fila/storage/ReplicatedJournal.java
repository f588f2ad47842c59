package io.fila.storage;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import io.fila.core.replication.Fate;
import io.fila.core.replication.LostLeadException;
import io.fila.core.replication.ReplicatedLog;
import io.fila.storage.log.Frame;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.StorageException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The journal of a broker that leads a term of a replicated log. It makes the changes of a turn, once for all machines, and
 * proposes them; they reach the database by way of the log, here as everywhere.
 */
final class ReplicatedJournal implements Journal {
    private final Database database;
    private final Quarantine quarantine;
    private final ReplicatedLog log;
    private final long term;
    private final LongSupplier clock;
    private final Consumer<String> reports;
    private final Frame frame = new Frame();
    private final RecordWriter writer;

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
        propose();
    }

    @Override
    public void commit(List<Record> records) {
        frame.clear();
        records.forEach(writer::write);
        if (frame.isEmpty()) {
            confirm();
        } else {
            propose();
        }
    }

    private void propose() {
        require(log.propose(term, clock.getAsLong(), frame.sealed(0)));
    }

    @Override
    public void confirm() {
        require(log.confirm(term));
    }

    private void require(Fate fate) {
        if (fate != Fate.COMMITTED) {
            throw new LostLeadException("Expected to lead term " + term + " but what was proposed in it is "
                    + (fate == Fate.LOST ? "lost" : "of unknown fate") + "; another term has begun or will.");
        }
    }
}
