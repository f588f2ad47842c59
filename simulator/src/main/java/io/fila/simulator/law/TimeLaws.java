package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Place;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What has a due time happens then: not before, not after later things, and the loop wakes for it. */
final class TimeLaws {
    private final Model model;

    TimeLaws(Model model) {
        this.model = model;
    }

    List<Law> all() {
        return List.of(
                new DelaysAreKept(),
                Law.ofMoves(
                        "A message is dropped when its time to live is over, not before, and never delivered after.",
                        (move, message, by) -> message == null
                                || switch (move.cause()) {
                                    case EXPIRED -> isOver(message);
                                    case LEASED -> !isOver(message);
                                    default -> true;
                                }),
                Law.ofTurns(
                        "A message whose time to live is over leaves as soon as it is first, and the loop wakes for it.",
                        this::isDropped),
                new LeasesEndInTime());
    }

    private final class LeasesEndInTime extends Law {
        LeasesEndInTime() {
            super("No lease outlives its deadline by more than a turn, and the loop wakes for the next one.");
        }

        @Override
        protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
            if (by == null && message != null && move.from() instanceof Place.Leased) {
                long due = message.dueNanos();
                boolean isNext = due == model.leases().first().dueNanos();
                require(isNext && due <= model.nowNanos(), () -> model.leases().first(), () -> message);
            }
        }

        @Override
        protected void turnEnds(Observation seen) {
            long wakes = seen.turn().wakeAtNanos();
            long next = model.leases().isEmpty()
                    ? Long.MAX_VALUE
                    : model.leases().first().dueNanos();
            require(
                    wakes <= next && (wakes > model.nowNanos() || seen.turn().workLeft()),
                    () -> "to wake at " + next,
                    () -> wakes);
        }
    }

    private final class DelaysAreKept extends Law {
        /** How long a message waits for its next try to join if there were too many keys for it. */
        private static final long PATIENCE_NANOS = Duration.ofMillis(100).toNanos();

        /** When there may last have been too many keys for one more. */
        private long crowdedAtNanos;

        DelaysAreKept() {
            super("A scheduled message joins its flow at its moment, not before and not after those due later.");
        }

        @Override
        protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
            if (move.cause() == Cause.CAME_DUE && message != null) {
                KnownMessage first = message.queue().scheduled().first();
                boolean isDue = message.moment().dueNanos() <= model.nowNanos();
                require(first == message && isDue, () -> first, () -> message);
            }
        }

        /** Messages that come due in a turn, and new dead letters, may be what makes the keys too many. */
        @Override
        protected void turnBegins(Observation seen) {
            long now = model.nowNanos();
            long due = model.queues().stream()
                    .flatMap(queue -> queue.scheduled().stream()
                            .takeWhile(it -> it.moment().dueNanos() <= now))
                    .count();
            long ended = model.leases().stream()
                    .takeWhile(it -> it.dueNanos() <= now)
                    .count();
            if (model.knownQueues().keys() + due + ended > model.limits().flows()) {
                crowdedAtNanos = now;
            }
        }

        @Override
        protected void turnEnds(Observation seen) {
            long now = model.nowNanos();
            boolean mayBeKeptOut = Math.abs(now - crowdedAtNanos) < PATIENCE_NANOS;
            for (KnownQueue queue : model.queues()) {
                if (!queue.scheduled().isEmpty() && !awaitsSchedule(queue, seen)) {
                    KnownMessage first = queue.scheduled().first();
                    long due = Math.max(first.moment().dueNanos(), mayBeKeptOut ? now + PATIENCE_NANOS : 0);
                    boolean goesOn = due > now || seen.turn().workLeft();
                    long wakes = seen.turn().wakeAtNanos();
                    require(goesOn && wakes <= Math.max(due, now), () -> "to wake for " + first, () -> wakes);
                }
            }
        }

        /** What is due next may not be in memory yet. */
        private boolean awaitsSchedule(KnownQueue queue, Observation seen) {
            return seen.pagesUnderWay().size() >= model.limits().pagesInFlight()
                    || seen.pagesUnderWay().stream()
                            .anyMatch(page -> page.scheduled() && page.queue().equals(queue.id()));
        }
    }

    /** An expired message leaves when it is first in its lane and in memory, with or without consumers. */
    private boolean isDropped(Observation seen) {
        return seen.turn().workLeft()
                || model.queues().stream()
                        .filter(queue -> !model.awaitsDisk(queue))
                        .flatMap(queue -> queue.flows().stream())
                        .filter(KnownFlow::hasHeadsInMemory)
                        .flatMap(flow -> flow.heads().stream())
                        .filter(head -> head.envelope().expires())
                        .allMatch(head -> !isOver(head)
                                && seen.turn().wakeAtNanos() <= head.envelope().expiresAtNanos());
    }

    private boolean isOver(KnownMessage message) {
        return message.envelope().isExpired(model.nowNanos());
    }
}
