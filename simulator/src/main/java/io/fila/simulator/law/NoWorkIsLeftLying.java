package io.fila.simulator.law;

import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;

/** A loop that goes to sleep has delivered what it could: nothing waits but for credit, room in flight or the disk. */
final class NoWorkIsLeftLying extends Law {
    private final Model model;

    NoWorkIsLeftLying(Model model) {
        super("The broker does not rest while a consumer with credit and a waiting message could meet.");
        this.model = model;
    }

    @Override
    protected void turnEnds(Observation seen) {
        if (seen.turn().workLeft()) {
            return;
        }
        for (KnownQueue queue : model.queues()) {
            boolean couldDeliver = queue.activeKeys() > 0
                    && queue.leased() < model.limits().inFlightPerQueue()
                    && queue.consumers().stream().anyMatch(consumer -> consumer.credit() > 0);
            boolean awaitsDisk = seen.pagesUnderWay().size() >= model.limits().pagesInFlight()
                    || seen.pagesUnderWay().stream()
                            .anyMatch(page -> page.errand().queue().equals(queue.id()));
            require(!couldDeliver || awaitsDisk, () -> "a delivery in queue " + queue.name(), () -> "rest");
        }
    }
}
