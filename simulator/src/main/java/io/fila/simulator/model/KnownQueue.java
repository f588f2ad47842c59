package io.fila.simulator.model;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.QueueCreated;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A queue that exists, from its creation to its deletion; a new one of the same name is another. */
public final class KnownQueue {
    private QueueCreated definition;
    final Map<String, KnownFlow> flows = new TreeMap<>();
    final Map<ConsumerId, KnownConsumer> consumers = new LinkedHashMap<>();
    final List<KnownMessage> quarantined = new ArrayList<>();

    /** Keys that the broker counts: those in use, and some that went idle and still owe something. */
    final Set<String> remembered = new HashSet<>();

    /** Those that wait for a moment, by the moment. */
    final TreeSet<KnownMessage> scheduled = new TreeSet<>(Comparator.comparing(KnownMessage::moment));

    final KnownDedup dedup = new KnownDedup();
    final KnownDoings doings = new KnownDoings();

    /** Keys whose deliveries an operator has stopped; the empty one stands for all. */
    final SortedSet<String> paused = new TreeSet<>();

    int leased;

    /** Absent if it takes all it can until it is full. */
    @Nullable KnownBucket admission;

    KnownQueue(QueueCreated definition, long nowNanos) {
        this.definition = definition;
        configure(definition, nowNanos);
    }

    /** Behaves differently from now on. */
    void configure(QueueCreated changed, long nowNanos) {
        definition = changed;
        Capacity.Admission wanted = changed.config().capacity().admission();
        if (wanted == null) {
            admission = null;
        } else if (admission == null) {
            admission = new KnownBucket(wanted.rate(), nowNanos);
        } else {
            admission.change(wanted.rate(), nowNanos);
        }
    }

    void restart(long nowNanos) {
        consumers.clear();
        remembered.clear();
        flows.values().stream().filter(KnownFlow::isInUse).forEach(flow -> remembered.add(flow.key()));
        doings.restart();
        dedup.restart(nowNanos, config().lifetimes().dedupWindow().toNanos());
        admission = null;
        configure(definition, nowNanos);
    }

    public QueueCreated definition() {
        return definition;
    }

    public QueueId id() {
        return definition.id();
    }

    public QueueName name() {
        return definition.name();
    }

    public QueueConfig config() {
        return definition.config();
    }

    public Collection<KnownFlow> flows() {
        return flows.values();
    }

    public Collection<KnownConsumer> consumers() {
        return consumers.values();
    }

    public @Nullable KnownConsumer consumer(ConsumerId id) {
        return consumers.get(id);
    }

    public List<KnownMessage> quarantined() {
        return quarantined;
    }

    public KnownDoings doings() {
        return doings;
    }

    public KnownDedup dedup() {
        return dedup;
    }

    public SortedSet<String> paused() {
        return paused;
    }

    /** Whether deliveries of the flow are stopped, or consumers hold as much of it as they may. */
    public boolean holdsBack(KnownFlow flow) {
        return isPaused(flow) || isBusy(flow);
    }

    /** Whether an operator has stopped deliveries of the flow. */
    public boolean isPaused(KnownFlow flow) {
        return paused.contains("") || paused.contains(flow.key());
    }

    /** Whether consumers hold as much of the flow as they may. */
    public boolean isBusy(KnownFlow flow) {
        long most = config().deliveryPolicy().maxInFlightPerKey();
        return most > 0 && flow.leased >= most;
    }

    /** All it holds: in line, waiting for a moment, with consumers. */
    public long held() {
        return depth() + scheduled.size() + leased;
    }

    /** How many more it takes. */
    public long room() {
        long most = config().capacity().maxDepth();
        return most == 0 ? Long.MAX_VALUE : Math.max(0, most - held());
    }

    /** Whether somebody has to go for a new message when it is full. */
    public boolean dropsOldest() {
        Capacity capacity = config().capacity();
        return capacity.isLimited() && capacity.overflow() == Capacity.Overflow.DROP_OLDEST;
    }

    /** Whether it is so full that a new message needs a token. */
    public boolean needsToken() {
        Capacity capacity = config().capacity();
        Capacity.Admission wanted = capacity.admission();
        return wanted != null
                && capacity.maxDepth() > 0
                && held() * 100 >= capacity.maxDepth() * wanted.fromFillPercent();
    }

    /** A message comes in; it needs a token if there is little room left. */
    void takeAdmission(long nowNanos) {
        if (admission != null && needsToken()) {
            admission.take(nowNanos);
        }
    }

    /** When a message that may be delivered from that moment on is too old; 0 for never. The shorter of two lives counts. */
    long expiryNanos(long readyAtNanos, long ttlNanos) {
        long usual = config().lifetimes().messageTtl().toNanos();
        if (usual == 0 && ttlNanos == 0) {
            return 0;
        }
        return readyAtNanos + (usual == 0 ? ttlNanos : ttlNanos == 0 ? usual : Math.min(usual, ttlNanos));
    }

    /** How much of it consumers may hold, if that is less than the broker's own limit. */
    public long mostInFlight(long limit) {
        long wanted = config().deliveryPolicy().maxInFlight();
        return wanted == 0 ? limit : Math.min(wanted, limit);
    }

    public SortedSet<KnownMessage> scheduled() {
        return scheduled;
    }

    public @Nullable KnownFlow findFlow(String key) {
        return flows.get(key);
    }

    KnownFlow flow(String key) {
        return flows.computeIfAbsent(key, it -> new KnownFlow(this, it));
    }

    public long depth() {
        return flows.values().stream()
                .mapToLong(flow -> flow.pending().size() + flow.held.size())
                .sum();
    }

    public int leased() {
        return leased;
    }

    /** Nothing waits and nothing is with a consumer. */
    public boolean isDrained() {
        return depth() == 0 && leased == 0 && scheduled.isEmpty();
    }

    /** Keys that the broker counts. */
    public Set<String> remembered() {
        return remembered;
    }

    /** Keys that have something in line. */
    public long activeKeys() {
        return flows.values().stream().filter(KnownFlow::isBacklogged).count();
    }

    public QueueSummary summary() {
        return new QueueSummary(name(), depth(), leased, consumers.size(), paused().contains(""));
    }
}
