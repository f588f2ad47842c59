package io.fila.simulator.law;

import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** A consumer gets no more than it granted credit for. */
final class CreditIsKept extends Law {
    CreditIsKept() {
        super(
                "A consumer receives only while it is attached to the queue and has credit left and holds no more than it may.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue != null) {
            KnownConsumer consumer = queue.consumer(handover.connection().id());
            require(consumer != null, "an attached consumer", handover);
            require(consumer == null || consumer.mayTake(), "a consumer with credit and room", handover);
        }
    }
}
