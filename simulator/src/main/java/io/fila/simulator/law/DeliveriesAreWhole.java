package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** A delivery carries what was accepted, and the attempts it has had. */
final class DeliveriesAreWhole extends Law {
    private final Model model;

    DeliveriesAreWhole(Model model) {
        super("A delivery carries the accepted envelope, and counts exactly its nacks and expiries as attempts.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (message == null || queue == null) {
            return;
        }
        var delivery = handover.delivery();
        require(
                delivery.envelope().equals(message.envelope()),
                () -> message.envelope().toString(),
                () -> delivery.envelope());
        require(delivery.attempts() == message.attempts(), () -> message.attempts() + " attempts", () -> handover);
        require(delivery.queueId().equals(queue.id()), () -> "queue number " + queue.id(), () -> delivery);
        require(delivery.leasedAtNanos() == model.nowNanos(), () -> "a lease from " + model.nowNanos(), () -> delivery);
    }
}
