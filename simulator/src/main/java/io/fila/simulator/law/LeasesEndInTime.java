package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Place;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lease ends in the first turn after its deadline; the loop is told to wake in time for it. */
final class LeasesEndInTime extends Law {
    private final Model model;

    /** Queues with consumers that have had credit and no room: the broker has another look at them. */
    private final Set<KnownQueue> hadFullConsumers = new HashSet<>();

    LeasesEndInTime(Model model) {
        super("No lease outlives its deadline by more than a turn, and the loop wakes for the next one.");
        this.model = model;
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        boolean ends = by == null && move.from() instanceof Place.Leased;
        if (ends && message != null) {
            KnownMessage first = model.leases().first();
            require(message.dueNanos() <= model.nowNanos(), () -> "to wait until " + message.dueNanos(), () -> message);
            require(message.dueNanos() == first.dueNanos(), () -> first.toString(), () -> message);
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        model.queues().stream()
                .filter(queue -> queue.consumers().stream().anyMatch(KnownConsumer::isFull))
                .forEach(hadFullConsumers::add);
        long next = model.leases().isEmpty()
                ? Long.MAX_VALUE
                : model.leases().first().dueNanos();
        long wakeAtNanos = seen.turn().wakeAtNanos();
        require(wakeAtNanos <= next, () -> "to wake at " + next, () -> wakeAtNanos);
        require(
                wakeAtNanos == next || hasOtherReasons(),
                () -> "to sleep until " + next + ", for nothing else waits for a moment",
                () -> wakeAtNanos);
        require(
                wakeAtNanos > model.nowNanos() || seen.turn().workLeft(),
                "another turn at once for what is due",
                "none");
    }

    /** Tokens, holds, scheduled messages, those that expire, dedup keys and full consumers have their moments too. */
    private boolean hasOtherReasons() {
        return !model.config().buckets().isEmpty()
                || !model.config().holds().keys().isEmpty()
                || model.queues().stream().anyMatch(this::hasMoments);
    }

    private boolean hasMoments(KnownQueue queue) {
        return !queue.scheduled().isEmpty()
                || hadFullConsumers.contains(queue)
                || queue.dedup().awaitsClearing(model.nowNanos())
                || queue.flows().stream()
                        .flatMap(flow -> flow.pending().stream())
                        .anyMatch(message -> message.envelope().expires());
    }
}
