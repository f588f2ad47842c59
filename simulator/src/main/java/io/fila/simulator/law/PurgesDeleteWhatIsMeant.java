package io.fila.simulator.law;

import io.fila.core.reply.Purged;
import io.fila.simulator.model.Departures;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Purges;
import io.fila.simulator.process.Observation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/** A step of a purge deletes what it says it did, of what it was told to; one that says it is done has left nothing. */
final class PurgesDeleteWhatIsMeant extends Law {
    private int expired;

    PurgesDeleteWhatIsMeant() {
        super(
                "A purge deletes as many of the messages it means as it tells, up to its limit, and leaves none if it is done.");
    }

    @Override
    protected void turnBegins(Observation seen) {
        expired = 0;
    }

    @Override
    protected void drops(KnownMessage message, Departures.Why why) {
        if (why == Departures.Why.EXPIRED) {
            expired++;
        }
    }

    @Override
    protected void purges(Purges.Step step, Purged told, List<KnownMessage> victims) {
        int limit = step.command().limit();
        require(told.count() <= limit, () -> "at most " + limit, () -> told);
        if (step.queue().countsAreUnsure()) {
            return;
        }
        require(told.count() <= victims.size() + expired, () -> victims.size() + " that left", () -> told);
        if (!told.more()) {
            requireNothingLeft(step, new HashSet<>(victims));
        }
    }

    private void requireNothingLeft(Purges.Step step, Set<KnownMessage> victims) {
        for (KnownFlow flow : step.queue().flows()) {
            if (step.isMeant(flow) && !flow.orderIsUnsure() && !flow.isCrowded()) {
                Set<SortedSet<String>> seen = new HashSet<>();
                flow.pending().stream()
                        .filter(message -> !victims.contains(message) && seen.add(message.throttles()))
                        .forEach(head -> require(!step.isMeant(head), "none that is meant", head));
            }
        }
        require(
                !step.takesAll() || victims.containsAll(step.queue().scheduled()),
                () -> "nothing that waits for its moment",
                () -> step.queue().scheduled());
    }
}
