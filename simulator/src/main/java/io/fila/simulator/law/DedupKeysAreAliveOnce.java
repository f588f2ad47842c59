package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;

/** That a second message is told of the first is the answers' affair; this is about who is known to have which key. */
final class DedupKeysAreAliveOnce extends Law {
    private final Model model;

    DedupKeysAreAliveOnce(Model model) {
        super(
                "A dedup key is taken by one message from its acceptance to its end and the window after it, and by no other.");
        this.model = model;
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            Snapshot.OfQueue known = seen.snapshot().queues().get(queue.name());
            if (known != null) {
                require(
                        queue.dedup().agreesWith(known.dedupKeys(), model.nowNanos()),
                        () -> "dedup keys " + queue.dedup(),
                        known::dedupKeys);
            }
        }
    }
}
