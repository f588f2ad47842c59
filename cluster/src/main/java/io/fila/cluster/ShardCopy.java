package io.fila.cluster;

import io.fila.core.runtime.term.ProposalOrder;
import io.fila.core.runtime.term.TermClock;
import io.fila.storage.ReplicaStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;

/** A node's copy of what a shard says: the database, and what stands between that and the log. Any thread. */
final class ShardCopy {
    private final ReplicaStore store;
    private final Retention retention;
    private final Copies copies;
    private final ProposalOrder order = new ProposalOrder(UUID::randomUUID);
    private final TermClock clock = new TermClock(InstantSource.system(), System::nanoTime);

    ShardCopy(ReplicaStore store, long retainedBytes, Path directory) throws IOException {
        this.store = store;
        this.retention = new Retention(retainedBytes);
        this.copies = new Copies(store, retention, directory);
    }

    ReplicaStore store() {
        return store;
    }

    Retention retention() {
        return retention;
    }

    /** Copies of this one, for other nodes. */
    Copies copies() {
        return copies;
    }

    ProposalOrder order() {
        return order;
    }

    TermClock clock() {
        return clock;
    }
}
