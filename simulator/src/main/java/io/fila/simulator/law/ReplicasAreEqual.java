package io.fila.simulator.law;

import io.fila.core.journal.MemoryJournal;
import io.fila.simulator.cluster.ReplicaWitness;
import java.util.HashMap;
import java.util.Map;

/** Every few entries what a node has is compared with what was committed up to there. */
public final class ReplicasAreEqual extends Law implements ReplicaWitness {
    private final int everyEntries;
    private final Map<Long, Integer> known = new HashMap<>();

    public ReplicasAreEqual(int everyEntries) {
        super("Replicas that have applied the same entries hold the same.");
        this.everyEntries = everyEntries;
    }

    /** What was committed up to an entry. */
    public void committed(long index, MemoryJournal content) {
        if (index % everyEntries == 0) {
            known.put(index, content.content().hashCode());
        }
    }

    @Override
    public void applied(int node, long index, MemoryJournal content) {
        Integer wanted = known.get(index);
        if (wanted != null) {
            require(
                    wanted == content.content().hashCode(),
                    () -> "what was committed up to entry " + index,
                    () -> "something else on node " + node);
        }
    }
}
