package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;

/** A message that waits for a moment joins its flow when the moment has come: those due first go first. */
final class DelaysAreKept extends Law {
    private final Model model;

    DelaysAreKept(Model model) {
        super("A scheduled message joins its flow at its moment, not before and not after those due later.");
        this.model = model;
    }

    @Override
    protected void comesDue(KnownMessage message) {
        require(
                message.moment().dueNanos() <= model.nowNanos(),
                () -> "to wait until " + message.moment(),
                () -> message);
        KnownMessage first = message.queue().scheduled().first();
        require(first == message, () -> first.toString(), () -> message);
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            if (queue.scheduled().isEmpty() || awaitsAgenda(queue, seen)) {
                continue;
            }
            KnownMessage first = queue.scheduled().first();
            long dueNanos = first.moment().dueNanos();
            require(
                    dueNanos > model.nowNanos() || seen.turn().workLeft(),
                    () -> "another turn at once for " + first,
                    () -> "rest");
            require(
                    seen.turn().wakeAtNanos() <= dueNanos,
                    () -> "to wake at " + dueNanos + " for " + first,
                    () -> seen.turn().wakeAtNanos());
        }
    }

    /** What is due next may not be in memory yet. */
    private boolean awaitsAgenda(KnownQueue queue, Observation seen) {
        return seen.pagesUnderWay().size() >= model.limits().pagesInFlight()
                || seen.pagesUnderWay().stream()
                        .anyMatch(page -> page.agenda() && page.queue().equals(queue.id()));
    }
}
