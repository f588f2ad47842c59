package io.fila.simulator.model;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.record.QueueCreated;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A queue that exists, from its creation to its deletion; a new one of the same name is another. */
public final class KnownQueue {
    private QueueCreated definition;
    private final Map<String, KnownFlow> flows = new TreeMap<>();
    final Map<ConsumerId, KnownConsumer> consumers = new LinkedHashMap<>();

    final TreeSet<KnownMessage> scheduled = new TreeSet<>(Comparator.comparing(KnownMessage::moment));
    final KnownDedup dedup = new KnownDedup();

    /** Paused keys; the empty key means the whole queue. */
    final SortedSet<String> paused = new TreeSet<>();

    int leased;

    /** Absent if the queue admits everything until it is full. */
    @Nullable KnownBucket admission;

    // What happened since the process came up.
    long expired;
    long dropped;
    long duplicates;
    long fallbacks;

    KnownQueue(QueueCreated definition, long nowNanos) {
        this.definition = definition;
        configure(definition.config(), nowNanos);
    }

    /** Behaves like this from now on. */
    void configure(QueueConfig config, long nowNanos) {
        definition = new QueueCreated(id(), name(), config, definition.automatic());
        Capacity.Admission wanted = config.capacity().admission();
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
        flows.values().forEach(KnownFlow::restart);
        expired = 0;
        dropped = 0;
        duplicates = 0;
        fallbacks = 0;
        dedup.restart(nowNanos, config().lifetimes().dedupWindow().toNanos());
        admission = null;
        configure(config(), nowNanos);
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

    public @Nullable KnownFlow findFlow(String key) {
        return flows.get(key);
    }

    KnownFlow flow(String key) {
        return flows.computeIfAbsent(key, it -> new KnownFlow(this, it));
    }

    public Collection<KnownConsumer> consumers() {
        return consumers.values();
    }

    public @Nullable KnownConsumer consumer(ConsumerId id) {
        return consumers.get(id);
    }

    public KnownDedup dedup() {
        return dedup;
    }

    public SortedSet<String> paused() {
        return paused;
    }

    public SortedSet<KnownMessage> scheduled() {
        return scheduled;
    }

    public QueueStats.Doings doings() {
        return new QueueStats.Doings(expired, dropped, duplicates, fallbacks);
    }

    /** Whether messages of a key are ready or with consumers. */
    public boolean uses(String key) {
        KnownFlow flow = flows.get(key);
        return flow != null && flow.isInUse();
    }

    /** Whether messages of a key are in line. */
    public boolean hasBacklog(String key) {
        KnownFlow flow = flows.get(key);
        return flow != null && flow.isBacklogged();
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

    public int leased() {
        return leased;
    }

    public long depth() {
        return flows.values().stream().mapToLong(KnownFlow::depth).sum();
    }

    /** Keys that have something in line. */
    public long activeKeys() {
        return flows.values().stream().filter(KnownFlow::isBacklogged).count();
    }

    /** All it holds: ready, scheduled and with consumers. */
    public long size() {
        return depth() + scheduled.size() + leased;
    }

    /** How many more it takes. */
    public long room() {
        long most = config().capacity().maxDepth();
        return most == 0 ? Long.MAX_VALUE : Math.max(0, most - size());
    }

    /** Whether it is so full that a new message needs a token. */
    boolean needsToken() {
        Capacity capacity = config().capacity();
        Capacity.Admission wanted = capacity.admission();
        return wanted != null
                && capacity.maxDepth() > 0
                && size() * 100 >= capacity.maxDepth() * wanted.fromFillPercent();
    }

    /** A message comes in; it needs a token if there is little room left. */
    void takeAdmission(long nowNanos) {
        if (admission != null && needsToken()) {
            admission.take(nowNanos);
        }
    }

    /** When a message that is ready at this time expires; 0 for never. The shorter lifetime counts. */
    long expiryNanos(long readyAtNanos, long ttlNanos) {
        long usual = config().lifetimes().messageTtl().toNanos();
        long shorter = usual == 0 || ttlNanos == 0 ? Math.max(usual, ttlNanos) : Math.min(usual, ttlNanos);
        return shorter == 0 ? 0 : readyAtNanos + shorter;
    }

    /** How much of it consumers may hold, if that is less than the broker's own limit. */
    public long mostInFlight(long limit) {
        long wanted = config().deliveryPolicy().maxInFlight();
        return wanted == 0 ? limit : Math.min(wanted, limit);
    }
}
