package io.fila.core.broker;

import io.fila.core.Invariant;
import io.fila.core.Limits;
import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueStats.KeyStats;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.QueueCreated;
import io.fila.core.throttle.Gate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pending messages of one queue: flows by tenant, lanes by throttle, and the round that says whose turn it is. */
final class Lineup {
    private final QueueCreated queue;
    private final Facilities facilities;
    private final DeficitRoundRobin round;
    private final Flows flows;
    private long depth;

    Lineup(QueueCreated queue, Facilities facilities) {
        BrokerSettings settings = facilities.settings();
        this.queue = queue;
        this.facilities = facilities;
        this.round = new DeficitRoundRobin(settings.quantum(), settings.sparseAllowance());
        this.flows = new Flows(queue.id(), round, facilities.memory());
    }

    long depth() {
        return depth;
    }

    int activeFlows() {
        return round.activeFlows();
    }

    int quantum() {
        return round.quantum();
    }

    boolean hasFlow(String fairnessKey) {
        return flows.find(fairnessKey) != null;
    }

    /** Dead letters stand in one line in the order of failure, so that the oldest are redriven first. */
    Flow flowOf(Envelope envelope) {
        return flows.of(envelope.isDeadLetter() ? Scheduling.DEFAULT_KEY : envelope.fairnessKey());
    }

    /** Lets the newest message's weight be its tenant's. */
    void weigh(Flow flow, Envelope newest, Turn turn) {
        long weight = newest.scheduling().weight();
        if (flow.weight() != weight && !newest.isDeadLetter()) {
            flow.weight(weight);
            flow.lanes().forEach(turn::note);
        }
    }

    /**
     * Puts a message at the back of its lane; tells whether it is in memory. An idle flow may have been forgotten meanwhile, so
     * it has the weight of whoever comes.
     */
    boolean add(Message message, Flow flow, Turn turn) {
        depth++;
        Envelope envelope = message.envelope();
        if (flow.isIdle()) {
            flow.weight(envelope.isDeadLetter() ? 1 : envelope.scheduling().weight());
        }
        Lane lane = flow.lane(
                envelope.isDeadLetter() ? List.of() : envelope.scheduling().throttleKeys());
        turn.move(message, new Place.Ready(queue.id(), flow.key(), lane.id(), flow.nextPosition()));
        boolean inMemory = lane.add(message);
        if (!flow.isActive()) {
            round.activate(flow);
        } else if (flow.hasReadyLane()) {
            round.resume(flow);
        }
        turn.note(lane);
        return inMemory;
    }

    /** The lane whose head goes next, or null if none can go now. */
    @Nullable Lane next(Turn turn) {
        for (Flow flow = round.next(); flow != null; flow = round.next()) {
            Lane lane = flow.readyLane();
            if (lane == null) {
                setAside(flow, turn);
            } else if (passesThrottles(lane, turn)) {
                return lane;
            }
        }
        return null;
    }

    /** Takes the head of the lane that {@link #next} returned, and the tokens it needs. */
    Message serve(Lane lane, Turn turn) {
        Message message = Objects.requireNonNull(lane.backlog().poll());
        List<String> keys = message.envelope().scheduling().throttleKeys();
        if (!lane.id().isEmpty()) {
            facilities.throttles().take(keys, turn.nowNanos(), turn::note);
        }
        lane.served();
        round.served(lane.flow());
        lane.flow().leased();
        depth--;
        turn.note(lane);
        if (lane.backlog().wantsPage()) {
            facilities.pager().request(lane, turn);
        }
        return message;
    }

    private boolean passesThrottles(Lane lane, Turn turn) {
        Message head = lane.backlog().peek();
        if (head == null || lane.id().isEmpty()) {
            return true;
        }
        List<String> keys = head.envelope().scheduling().throttleKeys();
        Gate<Lane> closed = facilities.throttles().closedGate(keys, lane.wokenBy(), turn.nowNanos());
        if (closed == null) {
            return true;
        }
        facilities.throttles().join(closed, lane, lane.wokenBy() == closed, turn.nowNanos());
        lane.park(closed);
        return false;
    }

    /** Takes a flow that has nothing to offer now out of the round, until heads or tokens have come. */
    private void setAside(Flow flow, Turn turn) {
        boolean needsHeads = false;
        for (Lane lane : flow.lanes()) {
            if (lane.needsHeads()) {
                needsHeads = true;
                fetch(lane, turn);
            }
        }
        if (needsHeads) {
            round.awaitHeads(flow);
        } else {
            round.park(flow);
        }
    }

    /** A gate has tokens again for a lane that waited there. */
    void wake(Lane lane) {
        round.resume(lane.flow());
    }

    /** A message of this flow is not with a consumer any more. */
    void leaseEnded(Flow flow) {
        flow.leaseEnded();
        flows.finish(flow);
    }

    void forgetFinished() {
        flows.forgetFinished();
    }

    // ---- heads from disk ----

    void fetch(Lane lane, Turn turn) {
        if (!lane.backlog().isPaging()) {
            facilities.pager().request(lane, turn);
        }
    }

    void load(String fairnessKey, String laneId, long ticket, Page page, Turn turn) {
        Flow flow = flows.find(fairnessKey);
        Lane lane = flow == null ? null : flow.findLane(laneId);
        if (flow == null || lane == null || !lane.backlog().expectsPage(ticket)) {
            return;
        }
        lane.backlog().load(page.messages(), page.damagedPositions().size(), page.readThrough());
        page.damagedPositions().forEach(position -> reportDamage(lane, position, turn));
        turn.note(lane);
        if (flow.hasReadyLane()) {
            round.resume(flow);
        } else if (flow.isEmpty()) {
            retire(flow);
        } else {
            setAside(flow, turn);
        }
    }

    private void reportDamage(Lane lane, long position, Turn turn) {
        depth--;
        turn.record(new EntryDamaged(queue.id(), lane.flow().key(), lane.id(), position));
        turn.send(new Errand.Report("Expected a readable entry of queue " + queue.name() + ", key \""
                + lane.flow().key() + "\", position " + position
                + " but its checksum does not match; it is in the quarantine."));
    }

    // ---- messages that leave without being delivered ----

    /** The line of the dead letters, if there are any. */
    @Nullable Lane deadLetterLane() {
        Flow flow = flows.find(Scheduling.DEFAULT_KEY);
        return flow == null ? null : flow.findLane("");
    }

    /** Takes the first message out of the line for a while; it is still pending until it {@link #leaves}. */
    @Nullable Message hold(Lane lane) {
        Message message = lane.backlog().hold();
        if (message != null) {
            returnBody(message);
        }
        if (lane.flow().isEmpty()) {
            round.deactivate(lane.flow());
        }
        return message;
    }

    void leaves(Lane lane, Turn turn) {
        lane.backlog().letGo();
        depth--;
        turn.note(lane);
        flows.finish(lane.flow());
    }

    /** Puts a message that was held back at the front. */
    void putBack(Lane lane, Message message) {
        lane.backlog().putBack(message);
        round.activate(lane.flow());
    }

    private void retire(Flow flow) {
        round.deactivate(flow);
        flows.finish(flow);
    }

    // ---- the whole ----

    void restoreLane(String fairnessKey, String laneId, long weight, long pending, long lastPosition) {
        Flow flow = flows.of(fairnessKey);
        flow.weight(weight);
        flow.restoreLane(laneId, pending, lastPosition);
        round.activate(flow);
        depth += pending;
    }

    void clear() {
        leaveGates();
        flows.clear(this::returnBody);
        depth = 0;
    }

    /** Nobody waits for tokens on behalf of a queue that is gone: those behind would wait for nothing. */
    private void leaveGates() {
        Set<Gate<Lane>> gates = new LinkedHashSet<>();
        flows.forEach(flow -> flow.lanes().forEach(lane -> {
            Gate<Lane> gate = lane.parkedAt();
            if (gate != null) {
                gates.add(gate);
            }
        }));
        for (Gate<Lane> gate : gates) {
            facilities.throttles().leave(gate, lane -> lane.flow().queue().equals(queue.id()));
        }
    }

    /** Gives the memory of a message's body back, if it was counted. */
    void returnBody(Message message) {
        Body body = message.body();
        if (message.bodyRetained() && body != null) {
            facilities.memory().returnBody(body.size());
            message.releaseBody();
        }
    }

    List<KeyStats> keyStats() {
        List<KeyStats> keys = new ArrayList<>();
        round.forEachActive(
                Limits.STATS_KEYS,
                flow -> keys.add(new KeyStats(flow.key(), flow.pending(), round.deficit(flow), flow.weight())));
        return keys;
    }

    /** The throttles that the next messages of the active flows have to pass. */
    List<ThrottleStats> throttleStats(long nowNanos) {
        TreeMap<String, ThrottleStats> found = new TreeMap<>();
        flows.forEach(flow -> flow.lanes().forEach(lane -> {
            Message head = lane.id().isEmpty() ? null : lane.backlog().peek();
            List<String> keys =
                    head == null ? List.of() : head.envelope().scheduling().throttleKeys();
            for (String key : keys) {
                Gate<Lane> gate = facilities.throttles().find(key);
                if (gate != null && found.size() < Limits.STATS_KEYS) {
                    gate.bucket().refill(nowNanos);
                    found.put(
                            key,
                            new ThrottleStats(
                                    key,
                                    gate.bucket().tokens(),
                                    gate.bucket().rate().perSecond(),
                                    gate.bucket().rate().burst()));
                }
            }
        }));
        return List.copyOf(found.values());
    }

    SortedMap<String, Snapshot.OfFlow> snapshot() {
        return flows.snapshot();
    }

    /** What the count of pending messages should be; for checking the books. */
    void checkBooks() {
        long[] sum = {0};
        flows.forEach(flow -> sum[0] += flow.pending());
        Invariant.check(sum[0] == depth, "the depth of a queue is the sum of its lanes");
    }
}
