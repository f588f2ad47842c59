package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A message that waits for a moment joins its flow when the moment has come: those due first go first. */
final class DelaysAreKept extends Law {
    /** How long a message waits for its next try to join if there were too many keys for it. */
    private static final long PATIENCE_NANOS = Duration.ofMillis(100).toNanos();

    private final Model model;

    /** When there may last have been too many keys for one more. */
    private long crowdedAtNanos;

    DelaysAreKept(Model model) {
        super("A scheduled message joins its flow at its moment, not before and not after those due later.");
        this.model = model;
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() == Cause.CAME_DUE && message != null) {
            require(
                    message.moment().dueNanos() <= model.nowNanos(),
                    () -> "to wait until " + message.moment(),
                    () -> message);
            KnownMessage first = message.queue().scheduled().first();
            require(first == message, () -> first.toString(), () -> message);
        }
    }

    /** Those that come due in a turn may be the ones that make it too many, and so may those that become dead letters. */
    @Override
    protected void turnBegins(Observation seen) {
        long due = model.queues().stream()
                .flatMap(queue -> queue.scheduled().stream())
                .filter(message -> message.moment().dueNanos() <= model.nowNanos())
                .count();
        long mostKeys = model.knownQueues().keys() + due + model.dueLeases().size();
        if (mostKeys > model.limits().flows()) {
            crowdedAtNanos = model.nowNanos();
        }
    }

    private boolean mayBeKeptOut() {
        return Math.abs(model.nowNanos() - crowdedAtNanos) < PATIENCE_NANOS;
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            if (queue.scheduled().isEmpty() || awaitsSchedule(queue, seen)) {
                continue;
            }
            KnownMessage first = queue.scheduled().first();
            long triedAgainNanos = mayBeKeptOut() ? model.nowNanos() + PATIENCE_NANOS : Long.MIN_VALUE;
            long dueNanos = Math.max(first.moment().dueNanos(), triedAgainNanos);
            require(
                    dueNanos > model.nowNanos() || seen.turn().workLeft(),
                    () -> "another turn at once for " + first,
                    () -> "rest");
            // A reminder that has gone off and found no time in this turn is at most as old as the turn.
            require(
                    seen.turn().wakeAtNanos() <= Math.max(dueNanos, model.nowNanos()),
                    () -> "to wake at " + dueNanos + " for " + first,
                    () -> seen.turn().wakeAtNanos());
        }
    }

    /** What is due next may not be in memory yet. */
    private boolean awaitsSchedule(KnownQueue queue, Observation seen) {
        return seen.pagesUnderWay().size() >= model.limits().pagesInFlight()
                || seen.pagesUnderWay().stream()
                        .anyMatch(page -> page.scheduled() && page.queue().equals(queue.id()));
    }
}
