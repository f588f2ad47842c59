package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** Delivered is only what waits: never what is leased, acked, set aside or was never accepted. */
final class OneLeaseAMessage extends Law {
    OneLeaseAMessage() {
        super("Only a waiting message is delivered: one live lease a message, and what was acked never comes back.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        require(message != null, "a message that was accepted", handover);
        require(queue != null, "a queue that exists", handover);
        if (message != null && queue != null) {
            require(message.state() == KnownMessage.State.PENDING, "a waiting message", message);
            require(message.queue() == queue, () -> "a message of queue " + queue.name(), () -> message);
        }
    }
}
