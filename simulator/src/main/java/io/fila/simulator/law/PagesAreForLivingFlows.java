package io.fila.simulator.law;

import io.fila.core.journal.Effect;
import io.fila.core.record.QueueDeleted;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;

/** The disk is asked only for what is there, and for no more at once than allowed. */
final class PagesAreForLivingFlows extends Law {
    private final Model model;

    PagesAreForLivingFlows(Model model) {
        super("Pages are read only for flows with a backlog, no more of them at once than the limit.");
        this.model = model;
    }

    @Override
    protected void turnEnds(Observation seen) {
        int limit = model.limits().pagesInFlight();
        require(seen.pagesUnderWay().size() <= limit, () -> "at most " + limit + " pages", () -> seen.pagesUnderWay());
        for (Effect effect : seen.turn().effects()) {
            if (effect instanceof Effect.LoadPage load
                    && !seen.turn().records().contains(new QueueDeleted(load.queue()))) {
                KnownQueue queue = model.queue(load.queue());
                boolean living = queue != null
                        && load.limit() > 0
                        && queue.flows().stream()
                                .anyMatch(flow -> flow.key().equals(load.fairnessKey()) && flow.isBacklogged());
                require(living, "a page of a flow with a backlog", load);
            }
            if (effect instanceof Effect.LoadSchedule load
                    && !seen.turn().records().contains(new QueueDeleted(load.queue()))) {
                KnownQueue queue = model.queue(load.queue());
                require(
                        queue != null && !queue.scheduled().isEmpty(),
                        "a page of a schedule with something on it",
                        load);
            }
        }
    }
}
