package io.fila.core.ready;

import io.fila.core.Invariant;
import io.fila.core.Limits;
import io.fila.core.explain.Barrier;
import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.gauge.KeyGauge;
import io.fila.core.message.Message;
import io.fila.core.queue.QueueStats.KeyStats;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.queue.WaitsFor;
import io.fila.core.record.Snapshot;
import io.fila.core.throttle.Throttle;
import io.fila.core.throttle.Throttles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Statistics of a queue's ready messages. */
public final class ReadyFigures {
    private final Flows flows;
    private final DeficitRoundRobin round;
    private final Throttles<Lane> throttles;
    private final SortedSet<String> pausedKeys;
    private final long inFlightPerKey;
    private final Function<Flow, List<Barrier>> barriers;

    ReadyFigures(
            Flows flows,
            DeficitRoundRobin round,
            Throttles<Lane> throttles,
            SortedSet<String> pausedKeys,
            long inFlightPerKey,
            Function<Flow, List<Barrier>> barriers) {
        this.flows = flows;
        this.round = round;
        this.throttles = throttles;
        this.pausedKeys = pausedKeys;
        this.inFlightPerKey = inFlightPerKey;
        this.barriers = barriers;
    }

    public int activeFlows() {
        return round.activeFlows();
    }

    public int quantum() {
        return round.quantum();
    }

    public int roundQuantum() {
        return round.roundQuantum();
    }

    public long rounds() {
        return round.round();
    }

    public long activeWeight() {
        return round.activeWeight();
    }

    /** When the oldest message was accepted that is the first of its lane, of the lanes that are looked at; 0 if there is none. */
    public long oldestNanos() {
        long oldest = 0;
        for (Flow flow : round.active(Limits.GAUGE_KEYS)) {
            for (Lane lane : flow.lanes()) {
                Message head = lane.backlog().peek();
                if (head != null && (oldest == 0 || head.envelope().enqueuedAtNanos() < oldest)) {
                    oldest = head.envelope().enqueuedAtNanos();
                }
            }
        }
        return oldest;
    }

    /** Messages that could be delivered now if somebody took them, of the flows that are looked at. */
    public long deliverable(long nowNanos) {
        long sum = 0;
        for (Flow flow : round.active(Limits.GAUGE_KEYS)) {
            if (!pausedKeys.contains(flow.key())) {
                long ofFlow = 0;
                for (Lane lane : flow.lanes()) {
                    ofFlow += deliverable(lane, nowNanos);
                }
                sum += Math.min(ofFlow, Math.max(0, inFlightPerKey - flow.inFlight()));
            }
        }
        return sum;
    }

    private long deliverable(Lane lane, long nowNanos) {
        if (lane.parkedAt() != null) {
            return 0;
        }
        long most = lane.backlog().size();
        Message head = lane.id().isEmpty() ? null : lane.backlog().peek();
        if (head != null) {
            for (String key : head.envelope().scheduling().throttleKeys()) {
                Throttle<Lane> throttle = throttles.find(key);
                if (throttle != null) {
                    throttle.bucket().refill(nowNanos);
                    most = throttle.isHeld(nowNanos)
                            ? 0
                            : Math.min(most, (long) throttle.bucket().tokens());
                }
            }
        }
        return most;
    }

    /** The keys that somebody asked for, and those with most that waits among the first {@link Limits#STATS_KEYS}. */
    public List<KeyGauge> closeUp(List<String> wanted) {
        Map<String, Flow> found = new LinkedHashMap<>();
        for (String key : wanted) {
            Flow flow = flows.find(key);
            if (flow != null && found.size() < Limits.CLOSE_UP_ROWS) {
                found.put(key, flow);
            }
        }
        List<Flow> active = new ArrayList<>(round.active(Limits.STATS_KEYS));
        active.sort(Comparator.comparingLong(flow -> -flow.pending()));
        for (Flow flow : active) {
            if (found.size() < Limits.CLOSE_UP_ROWS) {
                found.putIfAbsent(flow.key(), flow);
            }
        }
        return found.values().stream().map(this::gauge).toList();
    }

    private KeyGauge gauge(Flow flow) {
        String waitsFor = "";
        for (Lane lane : flow.lanes()) {
            Throttle<Lane> throttle = lane.parkedAt();
            if (throttle != null) {
                waitsFor = throttle.key();
            }
        }
        return new KeyGauge(
                flow.key(),
                flow.pending(),
                round.deficit(flow),
                flow.weight(),
                flow.inFlight(),
                pausedKeys.contains(flow.key()),
                waitsFor);
    }

    /**
     * The keys with pending messages, as far as they are listed.
     *
     * @param ofQueue what keeps all of them waiting
     */
    public List<KeyStats> keys(List<Barrier> ofQueue) {
        List<KeyStats> keys = new ArrayList<>();
        round.active(Limits.STATS_KEYS).forEach(flow -> keys.add(key(flow, ofQueue)));
        return keys;
    }

    private KeyStats key(Flow flow, List<Barrier> ofQueue) {
        Throttle<Lane> closed = closedThrottle(flow);
        WaitsFor waitsFor = waitsFor(flow, closed, ofQueue);
        return new KeyStats(
                flow.key(),
                flow.pending(),
                round.deficit(flow),
                flow.weight(),
                flow.inFlight(),
                pausedKeys.contains(flow.key()),
                waitsFor,
                closed != null && waitsFor == WaitsFor.TOKENS ? closed.key() : "");
    }

    /** Of all that is in the way, what matters most; that consumers are busy matters least, because it passes by itself. */
    private WaitsFor waitsFor(Flow flow, @Nullable Throttle<Lane> closed, List<Barrier> ofQueue) {
        return Stream.concat(ofQueue.stream(), barriers.apply(flow).stream())
                .map(ReadyFigures::waitsFor)
                .filter(cause -> closed == null || cause != WaitsFor.CREDIT)
                .min(Comparator.comparing(cause -> cause == WaitsFor.CREDIT))
                .orElse(closed == null ? WaitsFor.TURN : WaitsFor.TOKENS);
    }

    private static WaitsFor waitsFor(Barrier barrier) {
        return switch (barrier) {
            case Barrier.QueuePaused _, Barrier.KeyPaused _ -> WaitsFor.RESUME;
            case Barrier.NoConsumer _ -> WaitsFor.CONSUMER;
            case Barrier.ConsumersFull _ -> WaitsFor.CREDIT;
            case Barrier.QueueLimit _ -> WaitsFor.QUEUE_LIMIT;
            case Barrier.KeyLimit _ -> WaitsFor.KEY_LIMIT;
            case Barrier.Throttle _ -> WaitsFor.TOKENS;
            case Barrier.OnDisk _ -> WaitsFor.TURN;
        };
    }

    /** The throttle at which a flow stands with its oldest message, if none of its lanes may go. */
    private static @Nullable Throttle<Lane> closedThrottle(Flow flow) {
        Lane oldest = flow.hasReadyLane() ? null : flow.oldestLane();
        return oldest == null ? null : oldest.parkedAt();
    }

    /**
     * The throttles that the next messages of the active flows have to pass, as far as their keys are listed, and as many of
     * the others: somebody has set them and wants to see that they are there.
     */
    public List<ThrottleStats> throttles(long nowNanos) {
        TreeMap<String, ThrottleStats> found = new TreeMap<>();
        round.active(Limits.STATS_KEYS)
                .forEach(flow -> flow.lanes().forEach(lane -> addThrottles(lane, nowNanos, found)));
        for (Throttle<Lane> throttle : throttles.all()) {
            if (found.size() >= Limits.STATS_KEYS) {
                break;
            }
            if (!throttle.isTemporary()) {
                add(throttle, nowNanos, found);
            }
        }
        return List.copyOf(found.values());
    }

    private void addThrottles(Lane lane, long nowNanos, Map<String, ThrottleStats> found) {
        Message head = lane.id().isEmpty() ? null : lane.backlog().peek();
        if (head == null) {
            return;
        }
        for (String key : head.envelope().scheduling().throttleKeys()) {
            Throttle<Lane> throttle =
                    found.size() < Limits.STATS_KEYS && !found.containsKey(key) ? throttles.find(key) : null;
            if (throttle != null) {
                add(throttle, nowNanos, found);
            }
        }
    }

    private static void add(Throttle<Lane> throttle, long nowNanos, Map<String, ThrottleStats> found) {
        found.put(throttle.key(), figures(throttle, nowNanos));
    }

    /** How a bucket stands. */
    public static ThrottleStats figures(Throttle<Lane> throttle, long nowNanos) {
        throttle.bucket().refill(nowNanos);
        return new ThrottleStats(
                throttle.key(),
                throttle.bucket().tokens(),
                throttle.bucket().rate().perSecond(),
                throttle.bucket().rate().burst());
    }

    public SortedMap<String, Snapshot.OfFlow> snapshot() {
        long[] sum = {0};
        flows.forEach(flow -> sum[0] += flow.pending());
        Invariant.check(sum[0] == flows.depth(), "the depth of a queue is the sum of its lanes");
        return flows.snapshot();
    }
}
