package io.fila.simulator.law;

import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/** Which queues may have had the first of their lines on disk alone at some time in a turn. */
final class DiskWaits {
    private final Model model;
    private @Nullable Observation before;
    private @Nullable Observation now;

    DiskWaits(Model model) {
        this.model = model;
    }

    void turnBegins(Observation seen) {
        before = now;
        now = seen;
    }

    /** Whether pages were on their way when the turn began or when it ended. */
    boolean mayConcern(KnownQueue queue) {
        return awaits(before, queue) || awaits(now, queue);
    }

    private boolean awaits(@Nullable Observation seen, KnownQueue queue) {
        return seen == null || seen.awaitsDisk(queue.id(), model.limits().pagesInFlight());
    }
}
