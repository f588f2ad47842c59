package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/** The limits on what a turn does and on what a queue has out at once. */
final class InFlightIsBounded extends Law {
    private final Model model;

    InFlightIsBounded(Model model) {
        super(
                "A queue has no more leases out than its limit when it delivers, and a turn delivers no more than its own.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (queue != null) {
            long most = queue.mostInFlight(model.limits().inFlightPerQueue());
            require(queue.leased() < most, () -> "room in flight", () -> queue.leased());
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        int limit = model.limits().deliveriesPerTurn();
        require(
                seen.handovers().size() <= limit,
                () -> "at most " + limit + " deliveries",
                () -> seen.handovers().size());
    }
}
