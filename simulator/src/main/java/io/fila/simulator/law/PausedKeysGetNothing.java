package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/** What an operator has stopped stays stopped until it is resumed. */
final class PausedKeysGetNothing extends Law {
    private final Model model;

    PausedKeysGetNothing(Model model) {
        super("Nothing of a paused key, or of a paused queue, is delivered.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        require(queue == null || message == null || !queue.isPaused(message.flow()), "nothing of that key", handover);
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            Snapshot.OfQueue known = seen.snapshot().queues().get(queue.name());
            if (known != null) {
                require(known.paused().equals(queue.paused()), () -> "paused " + queue.paused(), known::paused);
            }
        }
    }
}
