package io.fila.simulator.cluster;

import io.fila.core.journal.MemoryJournal;

/** Sees what replicas hold. */
public interface ReplicaWitness {
    /** A node has applied everything up to an entry. */
    void applied(int node, long index, MemoryJournal content);
}
