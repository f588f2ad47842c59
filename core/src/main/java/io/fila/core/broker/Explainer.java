package io.fila.core.broker;

import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.command.Command;
import io.fila.core.explain.Barrier;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.Standing;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.lease.Lease;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.throttle.Throttle;
import io.fila.core.throttle.Throttles;
import io.fila.core.throttle.TokenBucket;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains why a message waits, and changes nothing. It checks what decides a delivery, in the same order. */
final class Explainer {
    private final Queues queues;
    private final SharedState shared;

    Explainer(Queues queues, SharedState shared) {
        this.queues = queues;
        this.shared = shared;
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
        Flow flow = queue.ready().flow(at.fairnessKey());
        Lane lane = flow == null ? null : flow.findLane(at.lane());
        return lane == null ? new Standing.NotInMemory() : ready(queue, lane, message, nowNanos);
    }

    private Explanation ofKey(Queue queue, String fairnessKey, long nowNanos) {
        Flow flow = fairnessKey.isEmpty()
                ? queue.ready().firstActive()
                : queue.ready().flow(fairnessKey);
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
                queue.ready().deficit(flow),
                flow.weight(),
                queue.ready().othersAhead(flow, before),
                before == 0 && queue.ready().isOnly(lane),
                barriers(queue, lane, nowNanos),
                message == null ? null : message.envelope().deadLetter());
    }

    private List<Barrier> barriers(Queue queue, Lane lane, long nowNanos) {
        List<Barrier> found = new ArrayList<>(queue.dispatch().barriers());
        for (Barrier barrier : queue.ready().barriers(lane.flow())) {
            found.add(
                    barrier instanceof Barrier.KeyLimit limit
                            ? new Barrier.KeyLimit(
                                    limit.inFlight(),
                                    limit.limit(),
                                    queue.holders(lane.flow().key()))
                            : barrier);
        }
        if (lane.isOnDisk()) {
            found.add(new Barrier.OnDisk(lane.backlog().isPaging()));
        }
        // Woken where it waits, it does not stand in a second line.
        Throttle<Lane> passes = lane.parkedAt() == null ? lane.wokenBy() : lane.parkedAt();
        shared.throttles()
                .closedThrottles(lane.nextKeys(), lane, passes, nowNanos)
                .forEach(throttle -> found.add(throttle(throttle, lane, nowNanos)));
        return found;
    }

    private static Barrier throttle(Throttle<Lane> throttle, Lane lane, long nowNanos) {
        TokenBucket bucket = throttle.bucket();
        bucket.refill(nowNanos);
        return new Barrier.Throttle(
                throttle.key(),
                bucket.tokens(),
                bucket.rate().perSecond(),
                bucket.rate().burst(),
                throttle.isHeld(nowNanos),
                Throttles.opensAtNanos(throttle, nowNanos),
                throttle.before(lane, Barrier.MOST_COUNTED),
                keysBefore(throttle, lane));
    }

    /** Whoever may ask about one queue need not know who waits in others. */
    private static List<String> keysBefore(Throttle<Lane> throttle, Lane lane) {
        return throttle.lineBefore(lane)
                .limit(Barrier.MOST_COUNTED)
                .map(Lane::flow)
                .filter(flow -> flow.queue().equals(lane.flow().queue()))
                .map(Flow::key)
                .distinct()
                .limit(Barrier.MOST_NAMED)
                .toList();
    }
}
