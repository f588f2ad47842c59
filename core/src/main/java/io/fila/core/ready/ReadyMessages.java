package io.fila.core.ready;

import io.fila.core.BrokerSettings;
import io.fila.core.explain.Barrier;
import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.FlowOwner;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Page;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.record.QueueCreated;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Suspension;
import io.fila.core.tape.Tape;
import io.fila.core.throttle.Throttle;
import io.fila.core.throttle.Throttles;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The ready messages of one queue: flows by tenant, lanes by throttle, and the round that decides whose turn it is. */
public final class ReadyMessages {
    private final QueueCreated queue;
    private final Resources resources;
    private final DeficitRoundRobin order;
    private final Round round;
    private final Flows flows;
    private final Expiry expiry;
    private final HeadLoader heads;
    private final Removal removal;
    private final BiConsumer<Message, Turn> expired;
    /** Since when each is paused; 0 if that was before the broker started. */
    private final NavigableMap<String, Long> pausedKeys = new TreeMap<>();

    private long inFlightPerKey = Long.MAX_VALUE;
    private int movesLeft;

    /**
     * Nothing waits yet.
     *
     * @param expired is shown each message that was dropped because its time was over
     */
    public ReadyMessages(FlowOwner owner, QueueCreated queue, Resources resources, BiConsumer<Message, Turn> expired) {
        BrokerSettings settings = resources.settings();
        this.queue = queue;
        this.resources = resources;
        this.expired = expired;
        this.order = new DeficitRoundRobin(settings.quantum(), settings.sparseAllowance());
        this.round = new Round(queue.id(), order);
        this.flows = new Flows(owner, order, resources.memory());
        this.expiry = new Expiry(resources.expiries());
        this.heads = new HeadLoader(queue, resources.pager(), flows, expiry);
        this.removal = new Removal(flows, order, round, heads, expiry, resources);
        measure(queue.config().deliveryPolicy());
    }

    public void configure(DeliveryPolicy deliveryPolicy, Turn turn) {
        measure(deliveryPolicy);
        flows.forEach(flow -> round.resume(flow, turn));
    }

    private void measure(DeliveryPolicy deliveryPolicy) {
        BrokerSettings settings = resources.settings();
        order.configure(
                deliveryPolicy.quantum() > 0 ? deliveryPolicy.quantum() : settings.quantum(),
                deliveryPolicy.sparseAllowance() >= 0 ? deliveryPolicy.sparseAllowance() : settings.sparseAllowance());
        inFlightPerKey = deliveryPolicy.maxInFlightPerKey() > 0 ? deliveryPolicy.maxInFlightPerKey() : Long.MAX_VALUE;
    }

    public Removal removal() {
        return removal;
    }

    public HeadLoader heads() {
        return heads;
    }

    public ReadyFigures figures() {
        return new ReadyFigures(flows, order, resources.throttles(), pausedKeys(), inFlightPerKey, this::barriers);
    }

    public long depth() {
        return flows.depth();
    }

    /** Messages of one tenant that wait. */
    public long depth(String fairnessKey) {
        Flow flow = flows.find(fairnessKey);
        return flow == null ? 0 : flow.pending();
    }

    public boolean hasFlow(String fairnessKey) {
        return flows.find(fairnessKey) != null;
    }

    /** The same, shared with the messages of its tenant that ask alike. */
    public Scheduling shared(Scheduling asked) {
        Flow flow = flows.find(asked.fairnessKey());
        return flow == null ? asked : flow.share(asked);
    }

    public Flow flowOf(Envelope envelope, Turn turn) {
        return flows.of(envelope.lineKey(), turn);
    }

    public Flow restoreFlow(Envelope envelope) {
        return flows.of(envelope.lineKey());
    }

    /** Lets the newest message's weight be its tenant's. */
    public void weigh(Flow flow, Envelope newest, Turn turn) {
        long weight = newest.scheduling().weight();
        if (flow.weight() != weight && !newest.isDeadLetter()) {
            order.weigh(flow, weight);
            flow.lanes().forEach(turn::note);
        }
    }

    /**
     * Puts a message at the back of its lane; tells whether it is in memory. An idle flow may have been forgotten meanwhile, so
     * it has the weight of whoever comes.
     */
    public boolean add(Message message, Flow flow, Cause cause, Turn turn) {
        flows.count(1);
        Envelope envelope = message.envelope();
        if (flow.isIdle()) {
            flow.weight(envelope.isDeadLetter() ? 1 : envelope.scheduling().weight());
        }
        Lane lane = flow.lane(
                envelope.isDeadLetter() ? List.of() : envelope.scheduling().throttleKeys());
        turn.move(message, new Place.Ready(queue.id(), flow.key(), lane.id(), flow.nextPosition()), cause);
        boolean inMemory = lane.add(message);
        expiry.watch(lane);
        if (!flow.isActive()) {
            round.activate(flow, turn);
        } else if (flow.hasReadyLane()) {
            round.resume(flow, turn);
        }
        turn.note(lane);
        return inMemory;
    }

    /** Sets the budget: how many messages may be delivered or dropped because they expired, and how many lanes parked. */
    public void moveAtMost(int count) {
        movesLeft = count;
    }

    /** How many of those are left. */
    public int movesLeft() {
        return movesLeft;
    }

    /** Tells how many messages can be delivered now, so that the round is no longer than it need be. */
    public void expect(int deliveries) {
        order.expect(deliveries);
    }

    /** The lane whose head goes next, or null if none can go now. */
    public @Nullable Lane next(Turn turn) {
        for (Flow flow = round.next(turn); flow != null && movesLeft > 0; flow = round.next(turn)) {
            if (isHeldBack(flow)) {
                round.suspend(flow, Suspension.HELD_BACK, turn);
                movesLeft--;
                continue;
            }
            Lane lane = flow.readyLane();
            if (lane == null) {
                setAside(flow, turn);
                movesLeft--;
                continue;
            }
            if (flow.lanes().size() > 1) {
                heads.fetchMissing(flow, turn);
            }
            if (expiry.isOver(lane, turn.nowNanos())) {
                dropExpired(lane, turn);
            } else if (passesThrottles(lane, turn)) {
                return lane;
            }
        }
        return null;
    }

    // ---- what can be told of a flow ----

    public @Nullable Flow flow(String fairnessKey) {
        return flows.find(fairnessKey);
    }

    /** The flow that is next in the round, whether it can go or not. */
    public @Nullable Flow firstActive() {
        List<Flow> first = order.active(1);
        return first.isEmpty() ? null : first.getFirst();
    }

    public long deficit(Flow flow) {
        return order.deficit(flow);
    }

    /** Whether no message is ready but those of this lane. */
    public boolean isOnly(Lane lane) {
        return depth() == lane.flow().pending() && lane.flow().lanes().size() == 1;
    }

    /** About how many messages of other flows go before one of this flow that has so many of its own before it. */
    public long othersAhead(Flow flow, long before) {
        return Math.min(depth() - flow.pending(), order.othersAhead(flow, before));
    }

    /** What keeps a flow from being served whatever its lanes wait for: see {@link #isHeldBack}. */
    public List<Barrier> barriers(Flow flow) {
        List<Barrier> found = new ArrayList<>();
        Long pausedAtNanos = pausedKeys.get(flow.key());
        if (pausedAtNanos != null) {
            found.add(new Barrier.KeyPaused(pausedAtNanos));
        }
        if (flow.inFlight() >= inFlightPerKey) {
            found.add(new Barrier.KeyLimit(flow.inFlight(), inFlightPerKey, List.of()));
        }
        return found;
    }

    /** Paused, or as much of it with consumers as may be. */
    private boolean isHeldBack(Flow flow) {
        return flow.inFlight() >= inFlightPerKey || (!pausedKeys.isEmpty() && pausedKeys.containsKey(flow.key()));
    }

    /** Takes the head of the lane that {@link #next} returned, and the tokens it needs. */
    public Message serve(Lane lane, Turn turn) {
        Message message = Objects.requireNonNull(lane.backlog().poll());
        movesLeft--;
        List<String> keys = message.envelope().scheduling().throttleKeys();
        if (!lane.id().isEmpty()) {
            resources.throttles().take(keys, turn.nowNanos(), turn::tokenTaken);
        }
        Tape tape = turn.tape();
        if (tape != null) {
            tape.chosen(lane, order.deficit(lane.flow()), order.isAhead());
        }
        lane.served();
        round.served(lane.flow(), turn);
        lane.flow().leased();
        flows.count(-1);
        turn.note(lane);
        expiry.watch(lane);
        heads.refill(lane, turn);
        return message;
    }

    private boolean passesThrottles(Lane lane, Turn turn) {
        Message head = lane.backlog().peek();
        if (head == null || lane.id().isEmpty()) {
            return true;
        }
        List<String> keys = head.envelope().scheduling().throttleKeys();
        Throttle<Lane> closed = resources.throttles().closedThrottle(keys, lane.wokenBy(), turn.nowNanos());
        if (closed == null) {
            return true;
        }
        resources.throttles().join(closed, lane, lane.wokenBy() == closed, turn.nowNanos());
        lane.park(closed);
        Tape tape = turn.tape();
        if (tape != null) {
            tape.parked(lane, closed.key(), Throttles.opensAtNanos(closed, turn.nowNanos()));
        }
        return false;
    }

    /** Takes a flow that has nothing to offer now out of the round, until heads or tokens have come. */
    private void setAside(Flow flow, Turn turn) {
        if (heads.fetchMissing(flow, turn)) {
            round.suspend(flow, Suspension.READING, turn);
        } else {
            round.suspend(flow, Suspension.THROTTLED, turn);
        }
    }

    /**
     * A throttle has let a lane go on that waited there; tells whether it has use for its token. Whoever has not gives its place up:
     * others would wait for as many tokens as it has lanes.
     *
     * @param atRest nothing of the queue can be delivered now
     */
    public boolean wake(Lane lane, Throttle<Lane> throttle, boolean atRest, Turn turn) {
        Tape tape = turn.tape();
        if (tape != null) {
            tape.woken(lane, throttle.key());
        }
        boolean useful = !atRest
                && !lane.backlog().isEmpty()
                && !pausedKeys.containsKey(lane.flow().key());
        if (!useful) {
            lane.lookAgain();
        }
        round.resume(lane.flow(), turn);
        return useful;
    }

    /** A message of this flow is not with a consumer any more. */
    public void leaseEnded(Flow flow, Turn turn) {
        flow.leaseEnded();
        if (inFlightPerKey != Long.MAX_VALUE) {
            round.resume(flow, turn);
        }
        flows.finish(flow);
    }

    // ---- what operators say ----

    public SortedSet<String> pausedKeys() {
        return pausedKeys.navigableKeySet();
    }

    public void pause(String fairnessKey, long nowNanos) {
        pausedKeys.putIfAbsent(fairnessKey, nowNanos);
    }

    public void resume(String fairnessKey, Turn turn) {
        pausedKeys.remove(fairnessKey);
        Flow flow = flows.find(fairnessKey);
        if (flow != null) {
            round.resume(flow, turn);
        }
    }

    /** Gives a tenant another weight; false if it has nothing in line. */
    public boolean setWeight(String fairnessKey, long weight, Turn turn) {
        Flow flow = flows.find(fairnessKey);
        if (flow == null || flow.isEmpty()) {
            return false;
        }
        order.weigh(flow, weight);
        flow.lanes().forEach(turn::note);
        return true;
    }

    // ---- messages whose time is over ----

    private void dropExpired(Lane lane, Turn turn) {
        movesLeft--;
        expired.accept(removal.drop(lane, Cause.EXPIRED, turn), turn);
    }

    /** Drops what has expired at the head of a lane, at most so many; tells how many. */
    public int sweep(Lane lane, int limit, Turn turn) {
        moveAtMost(limit);
        while (movesLeft > 0 && expiry.isOver(lane, turn.nowNanos())) {
            dropExpired(lane, turn);
        }
        expiry.watch(lane);
        return limit - movesLeft;
    }

    public void forgetFinished(Turn turn) {
        flows.forgetFinished(turn);
    }

    // ---- heads from disk ----

    public void load(String fairnessKey, String laneId, long ticket, Page page, Turn turn) {
        Flow flow = flows.find(fairnessKey);
        Lane lane = flow == null ? null : flow.findLane(laneId);
        if (flow == null || lane == null || !lane.backlog().expectsPage(ticket)) {
            return;
        }
        heads.take(lane, page, turn);
        if (lane.backlog().isEmpty()) {
            // What it waited for a token with was damaged.
            removal.lookAgain(lane, turn);
        }
        if (flow.hasReadyLane()) {
            round.resume(flow, turn);
        } else if (flow.isEmpty()) {
            retire(flow, turn);
        } else {
            setAside(flow, turn);
        }
    }

    /** Sends for the first message of every lane. */
    public void fetchHeads(Turn turn) {
        flows.forEach(flow -> heads.fetchAll(flow, turn));
    }

    /** The line of the dead letters, if there are any. */
    public @Nullable Lane deadLetterLane() {
        Flow flow = flows.find(Scheduling.DEFAULT_KEY);
        return flow == null ? null : flow.findLane(Flow.FREE_LANE);
    }

    private void retire(Flow flow, Turn turn) {
        round.deactivate(flow, turn);
        flows.finish(flow);
    }

    // ---- the whole ----

    public void restoreLane(String fairnessKey, String laneId, long weight, long pending, long lastPosition) {
        Flow flow = flows.of(fairnessKey);
        flow.weight(weight);
        flow.restoreLane(laneId, pending, lastPosition);
        order.activate(flow);
        flows.count(pending);
    }

    public void clear() {
        leaveThrottles();
        flows.forEach(flow -> flow.lanes().forEach(expiry::forget));
        flows.clear(resources.memory()::releaseBody);
    }

    /** Nobody waits for tokens on behalf of a queue that is gone: those behind would wait for nothing. */
    private void leaveThrottles() {
        Set<Throttle<Lane>> throttles = new LinkedHashSet<>();
        flows.forEach(flow -> flow.lanes().forEach(lane -> {
            Throttle<Lane> throttle = lane.parkedAt();
            if (throttle != null) {
                throttles.add(throttle);
            }
        }));
        for (Throttle<Lane> throttle : throttles) {
            resources.throttles().leave(throttle, lane -> lane.flow().queue().equals(queue.id()));
        }
    }
}
