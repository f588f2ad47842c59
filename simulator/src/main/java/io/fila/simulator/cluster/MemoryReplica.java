package io.fila.simulator.cluster;

import io.fila.core.journal.MemoryJournal;
import io.fila.core.replication.LogPosition;
import io.fila.core.replication.Replica;
import java.nio.ByteBuffer;

/** One node's copy in memory, and what of it is on the node's disk: after a crash that is all there is. */
final class MemoryReplica implements Replica {
    private final TurnBook book;
    private MemoryJournal live = new MemoryJournal();
    private LogPosition at = LogPosition.NONE;
    private MemoryJournal disk = new MemoryJournal();
    private LogPosition persisted = LogPosition.NONE;

    MemoryReplica(TurnBook book) {
        this.book = book;
    }

    /** A copy of what is on disk, at a position of the log. */
    record Checkpoint(LogPosition at, MemoryJournal content) {}

    @Override
    public LogPosition persisted() {
        return persisted;
    }

    /** Whoever has a copy from a moment has nothing of later ones in part. */
    @Override
    public void replayedThrough(long index) {}

    @Override
    public void apply(LogPosition position, ByteBuffer turn) {
        live.commit(book.records(turn));
        at = position;
    }

    @Override
    public LogPosition persist() {
        disk = live.copy();
        persisted = at;
        return persisted;
    }

    void crash() {
        live = disk.copy();
        at = persisted;
    }

    Checkpoint checkpoint() {
        return new Checkpoint(persisted, disk.copy());
    }

    void install(Checkpoint received) {
        live = received.content().copy();
        at = received.at();
        LogPosition _ = persist();
    }

    MemoryJournal content() {
        return live;
    }
}
