package io.fila.simulator.law;

import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Among the consumers of a queue that have credit and room, deliveries go round. */
final class ConsumersTakeTurns extends Law {
    ConsumersTakeTurns() {
        super("The consumer with credit and room that has waited longest for a delivery gets the next one.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue == null) {
            return;
        }
        KnownConsumer next = queue.consumers().stream()
                .filter(KnownConsumer::mayTake)
                .min(Comparator.comparingLong(KnownConsumer::waitingSince))
                .orElse(null);
        require(
                next != null && next.id().equals(handover.connection().id()),
                () -> next == null ? "nobody" : "consumer " + next.id().value(),
                () -> handover);
    }
}
