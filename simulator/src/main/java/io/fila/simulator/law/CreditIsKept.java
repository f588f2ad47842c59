package io.fila.simulator.law;

import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** A consumer gets no more than it granted credit for, and those of a queue that have credit take turns. */
final class CreditIsKept extends Law {
    CreditIsKept() {
        super(
                "A consumer receives only while it is attached and has credit, and the one that has waited longest is next.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue == null) {
            return;
        }
        KnownConsumer chosen = null;
        KnownConsumer longest = null;
        for (KnownConsumer consumer : queue.consumers()) {
            if (consumer.id().equals(handover.connection().id())) {
                chosen = consumer;
            }
            if (consumer.credit() > 0 && (longest == null || consumer.waitingSince() < longest.waitingSince())) {
                longest = consumer;
            }
        }
        require(chosen != null, "an attached consumer", handover);
        if (chosen != null) {
            require(chosen.credit() > 0, "a consumer with credit", handover);
            require(
                    chosen == longest,
                    "consumer " + (longest == null ? "" : longest.id().value()),
                    handover);
        }
    }
}
