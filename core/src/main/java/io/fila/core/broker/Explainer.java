package io.fila.core.broker;

import io.fila.core.command.Command;
import io.fila.core.explain.Barrier;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.Standing;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.throttle.Gate;
import io.fila.core.throttle.Throttles;
import io.fila.core.throttle.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains why a message waits, and changes nothing. It checks what decides a delivery, in the same order. */
final class Explainer {
    private final Queues queues;
    private final Facilities facilities;

    Explainer(Queues queues, Facilities facilities) {
        this.queues = queues;
        this.facilities = facilities;
    }

    void explain(Command.Explain explain, Turn turn) {
        Queue queue = queues.find(explain.name(), explain.reply(), turn);
        if (queue != null) {
            long nowNanos = turn.nowNanos();
            turn.answer(
                    explain.reply(),
                    explain.id() == null
                            ? ofKey(queue, explain.fairnessKey(), nowNanos)
                            : ofMessage(queue, explain.id(), nowNanos));
        }
    }

    private Explanation ofMessage(Queue queue, MessageId id, long nowNanos) {
        Lease lease = queue.lease(id);
        Message message = lease == null ? queue.find(id, nowNanos) : lease.message();
        if (message == null) {
            return new Explanation(queue.name(), "", id, new Standing.NotInMemory(), nowNanos);
        }
        String key = message.envelope().lineKey();
        Standing standing = switch (message.place()) {
            case Place.Leased at -> inFlight(lease, at, message);
            case Place.Scheduled at -> new Standing.Scheduled(at.dueNanos(), message.attempts());
            case Place.Ready at -> ready(queue, at, message, nowNanos);
            case Place.Nowhere gone -> new Standing.NotInMemory();
            case Place.Quarantined gone -> new Standing.NotInMemory();
        };
        return new Explanation(queue.name(), key, id, standing, nowNanos);
    }

    private static Standing inFlight(@Nullable Lease lease, Place.Leased at, Message message) {
        return new Standing.InFlight(
                lease == null || lease.holder() == null ? null : lease.holder().id(),
                // A lease's id follows the time it was given.
                at.leaseId(),
                at.deadlineNanos(),
                message.attempts());
    }

    private Standing ready(Queue queue, Place.Ready at, Message message, long nowNanos) {
        Flow flow = queue.lineup().flow(at.fairnessKey());
        Lane lane = flow == null ? null : flow.findLane(at.lane());
        return lane == null ? new Standing.NotInMemory() : ready(queue, lane, message, nowNanos);
    }

    private Explanation ofKey(Queue queue, String fairnessKey, long nowNanos) {
        Flow flow = fairnessKey.isEmpty()
                ? queue.lineup().firstActive()
                : queue.lineup().flow(fairnessKey);
        Lane lane = flow == null ? null : flow.firstLane();
        if (lane == null) {
            long inFlight = !fairnessKey.isEmpty() ? flow == null ? 0 : flow.inFlight() : queue.inFlight();
            return new Explanation(
                    queue.name(), fairnessKey, null, new Standing.NothingReady(inFlight, queue.scheduled()), nowNanos);
        }
        Message head = lane.backlog().peek();
        return new Explanation(
                queue.name(),
                lane.flow().key(),
                head == null ? null : head.id(),
                ready(queue, lane, head, nowNanos),
                nowNanos);
    }

    private Standing ready(Queue queue, Lane lane, @Nullable Message message, long nowNanos) {
        Flow flow = lane.flow();
        long before = message == null ? 0 : lane.backlog().before(message.id());
        return new Standing.Ready(
                before,
                queue.lineup().deficit(flow),
                flow.weight(),
                queue.lineup().othersAhead(flow, before),
                barriers(queue, lane, nowNanos),
                message == null ? null : message.envelope().deadLetter());
    }

    private List<Barrier> barriers(Queue queue, Lane lane, long nowNanos) {
        List<Barrier> found = new ArrayList<>(queue.handout().barriers());
        for (Barrier barrier : queue.lineup().barriers(lane.flow())) {
            found.add(
                    barrier instanceof Barrier.KeyLimit limit
                            ? new Barrier.KeyLimit(
                                    limit.inFlight(),
                                    limit.limit(),
                                    queue.holders(lane.flow().key()))
                            : barrier);
        }
        if (lane.isOnDisk()) {
            found.add(new Barrier.OnDisk());
        }
        // Woken where it waits, it does not stand in a second line.
        Gate<Lane> passes = lane.parkedAt() == null ? lane.wokenBy() : lane.parkedAt();
        facilities
                .throttles()
                .closedGates(lane.nextKeys(), lane, passes, nowNanos)
                .forEach(gate -> found.add(throttle(gate, lane, nowNanos)));
        return found;
    }

    private static Barrier throttle(Gate<Lane> gate, Lane lane, long nowNanos) {
        TokenBucket bucket = gate.bucket();
        bucket.refill(nowNanos);
        return new Barrier.Throttle(
                gate.key(),
                bucket.tokens(),
                bucket.rate().perSecond(),
                bucket.rate().burst(),
                gate.isHeld(nowNanos),
                Throttles.opensAtNanos(gate, nowNanos),
                gate.before(lane, Barrier.MOST_COUNTED),
                keysBefore(gate, lane));
    }

    /** Whoever may ask about one queue need not know who waits in others. */
    private static List<String> keysBefore(Gate<Lane> gate, Lane lane) {
        return gate.lineBefore(lane)
                .limit(Barrier.MOST_COUNTED)
                .map(Lane::flow)
                .filter(flow -> flow.queue().equals(lane.flow().queue()))
                .map(Flow::key)
                .distinct()
                .limit(Barrier.MOST_NAMED)
                .toList();
    }
}
