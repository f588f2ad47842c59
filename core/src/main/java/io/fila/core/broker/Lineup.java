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
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Pace;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pending messages of one queue: flows by tenant, lanes by throttle, and the round that says whose turn it is. */
final class Lineup {
    private final QueueCreated queue;
    private final Facilities facilities;
    private final DeficitRoundRobin round;
    private final Flows flows;
    private final BiConsumer<Message, Turn> expired;
    private final SortedSet<String> pausedKeys = new TreeSet<>();
    private long inFlightPerKey = Long.MAX_VALUE;
    private long depth;
    private int sweepsLeft;

    /** @param expired is shown each message that was dropped because its time was over */
    Lineup(QueueCreated queue, Facilities facilities, BiConsumer<Message, Turn> expired) {
        BrokerSettings settings = facilities.settings();
        this.queue = queue;
        this.facilities = facilities;
        this.expired = expired;
        this.round = new DeficitRoundRobin(settings.quantum(), settings.sparseAllowance());
        this.flows = new Flows(queue.id(), round, facilities.memory());
        configure(queue.config().pace());
    }

    void configure(Pace pace) {
        BrokerSettings settings = facilities.settings();
        round.configure(
                pace.quantum() > 0 ? pace.quantum() : settings.quantum(),
                pace.sparseAllowance() >= 0 ? pace.sparseAllowance() : settings.sparseAllowance());
        inFlightPerKey = pace.maxInFlightPerKey() > 0 ? pace.maxInFlightPerKey() : Long.MAX_VALUE;
        flows.forEach(round::resume);
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
        watch(lane);
        if (!flow.isActive()) {
            round.activate(flow);
        } else if (flow.hasReadyLane()) {
            round.resume(flow);
        }
        turn.note(lane);
        return inMemory;
    }

    /** Sets how many expired messages the next deliveries may come across; what it says less than this has been dropped. */
    void sweepAtMost(int count) {
        sweepsLeft = count;
    }

    int sweepsLeft() {
        return sweepsLeft;
    }

    /** The lane whose head goes next, or null if none can go now. */
    @Nullable Lane next(Turn turn) {
        for (Flow flow = round.next(); flow != null && sweepsLeft > 0; flow = round.next()) {
            if (isHeldBack(flow)) {
                round.park(flow);
                continue;
            }
            Lane lane = flow.readyLane();
            if (lane == null) {
                setAside(flow, turn);
            } else if (hasExpiredHead(lane, turn)) {
                dropExpired(lane, turn);
            } else if (passesThrottles(lane, turn)) {
                return lane;
            }
        }
        return null;
    }

    /** Paused, or as much of it with consumers as may be. */
    private boolean isHeldBack(Flow flow) {
        return flow.inFlight() >= inFlightPerKey || (!pausedKeys.isEmpty() && pausedKeys.contains(flow.key()));
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
        watch(lane);
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
        if (inFlightPerKey != Long.MAX_VALUE) {
            round.resume(flow);
        }
        flows.finish(flow);
    }

    // ---- what operators say ----

    SortedSet<String> pausedKeys() {
        return pausedKeys;
    }

    void pause(String fairnessKey) {
        pausedKeys.add(fairnessKey);
    }

    void resume(String fairnessKey) {
        pausedKeys.remove(fairnessKey);
        Flow flow = flows.find(fairnessKey);
        if (flow != null) {
            round.resume(flow);
        }
    }

    /** Gives a tenant another weight; false if it has nothing in line. */
    boolean weigh(String fairnessKey, long weight, Turn turn) {
        Flow flow = flows.find(fairnessKey);
        if (flow == null || flow.isEmpty()) {
            return false;
        }
        flow.weight(weight);
        flow.lanes().forEach(turn::note);
        return true;
    }

    // ---- messages whose time is over ----

    private static boolean hasExpiredHead(Lane lane, Turn turn) {
        Message head = lane.backlog().peek();
        return head != null && head.envelope().isExpired(turn.nowNanos());
    }

    private void dropExpired(Lane lane, Turn turn) {
        sweepsLeft--;
        expired.accept(drop(lane, turn), turn);
    }

    /** Drops what has expired at the head of a lane, at most so many. */
    void sweep(Lane lane, int limit, Turn turn) {
        sweepAtMost(limit);
        while (sweepsLeft > 0 && hasExpiredHead(lane, turn)) {
            dropExpired(lane, turn);
        }
        watch(lane);
    }

    /** Lets the lane go off when its head expires. */
    private void watch(Lane lane) {
        Message head = lane.backlog().peek();
        long expiresAt = head == null ? 0 : head.envelope().expiresAtNanos();
        if (lane.isSet() && lane.dueNanos() != expiresAt) {
            facilities.expiries().cancel(lane);
        }
        if (expiresAt != 0 && !lane.isSet()) {
            facilities.expiries().set(lane, expiresAt);
        }
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
        watch(lane);
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

    /** Up to so many lanes that are of interest, of one fairness key or of all if the key is empty. */
    List<Lane> lanes(String fairnessKey, Predicate<Lane> ofInterest, int limit) {
        List<Lane> found = new ArrayList<>();
        Iterable<Flow> candidates = fairnessKey.isEmpty() ? flows : flows.only(fairnessKey);
        for (Flow flow : candidates) {
            for (Lane lane : flow.lanes()) {
                if (found.size() < limit && ofInterest.test(lane)) {
                    found.add(lane);
                }
            }
            if (found.size() >= limit) {
                break;
            }
        }
        return found;
    }

    /** Deletes the head of a lane. */
    Message drop(Lane lane, Turn turn) {
        Message message = Objects.requireNonNull(lane.backlog().poll());
        returnBody(message);
        turn.move(message, Place.NOWHERE);
        departed(lane, turn);
        return message;
    }

    /** Deletes the oldest message in memory of a tenant, or else of the one who has most; null if there is none. */
    @Nullable Message dropOldest(String fairnessKey, Turn turn) {
        Flow own = flows.find(fairnessKey);
        Lane lane = own == null ? null : own.oldestLane();
        if (lane == null) {
            Flow fattest = flows.fattest();
            lane = fattest == null ? null : fattest.oldestLane();
        }
        return lane == null ? null : drop(lane, turn);
    }

    /** Takes a message out of the line, wherever in memory it stands; null if it is not there. */
    @Nullable Message take(MessageId id, Turn turn) {
        for (Flow flow : flows) {
            for (Lane lane : flow.lanes()) {
                Message message = lane.backlog().remove(id);
                if (message != null) {
                    returnBody(message);
                    departed(lane, turn);
                    return message;
                }
            }
        }
        return null;
    }

    private void departed(Lane lane, Turn turn) {
        depth--;
        turn.note(lane);
        watch(lane);
        if (lane.flow().isEmpty()) {
            retire(lane.flow());
        } else if (lane.backlog().wantsPage()) {
            facilities.pager().request(lane, turn);
        }
    }

    /** The line of the dead letters, if there are any. */
    @Nullable Lane deadLetterLane() {
        Flow flow = flows.find(Scheduling.DEFAULT_KEY);
        return flow == null ? null : flow.findLane(Flow.FREE_LANE);
    }

    /** Takes the first message out of the line for a while; it is still pending until it {@link #leaves}. */
    @Nullable Message hold(Lane lane) {
        Message message = lane.backlog().hold();
        if (message != null) {
            returnBody(message);
        }
        watch(lane);
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
        watch(lane);
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
        flows.forEach(flow -> flow.lanes().forEach(facilities.expiries()::cancel));
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
        round.forEachActive(Limits.STATS_KEYS, flow -> keys.add(keyStats(flow)));
        return keys;
    }

    private KeyStats keyStats(Flow flow) {
        return new KeyStats(
                flow.key(),
                flow.pending(),
                round.deficit(flow),
                flow.weight(),
                flow.inFlight(),
                pausedKeys.contains(flow.key()));
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
