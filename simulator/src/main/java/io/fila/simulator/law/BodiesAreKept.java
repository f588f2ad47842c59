package io.fila.simulator.law;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** The body that was accepted is the body that arrives, carried along or read back. */
final class BodiesAreKept extends Law {
    private final Model model;

    BodiesAreKept(Model model) {
        super(
                "A body arrives as it was accepted: carried along by a message just accepted, readable while it is stored.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (message == null) {
            return;
        }
        Body body = handover.delivery().body();
        boolean justAccepted = model.isNew(message);
        require(body != null || !justAccepted, "a body, for the message is new", handover);
        require(body == null || body.equals(message.body()), "the body that was accepted", handover);
    }

    @Override
    protected void readsBody(Delivery delivery, @Nullable Body body, @Nullable KnownMessage message) {
        if (message == null) {
            return;
        }
        boolean stored = message.isStored() && message.queue().id().equals(delivery.queueId());
        require(stored == (body != null), stored ? "a stored body" : "no body", message);
        require(body == null || body.equals(message.body()), "the body that was accepted", message);
    }
}
