package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Snapshot;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What the broker must hold: where the tape says messages are, and what follows from the commands that it accepted. */
public final class Model {
    private final Limits limits;
    private final KnownConfig config = new KnownConfig();
    private final KnownKeys keys = new KnownKeys();
    private final KnownQueues queues = new KnownQueues();
    private final Map<MessageId, KnownMessage> byId = new HashMap<>();
    private final List<KnownMessage> accepted = new ArrayList<>();
    private final Set<KnownMessage> stored = new LinkedHashSet<>();
    final KnownLeases leases = new KnownLeases();
    private final Set<KnownMessage> arrivals = new HashSet<>();
    private final Set<ConsumerId> cutOff = new HashSet<>();
    private Map<ConsumerId, Integer> windows = Map.of();
    private long nowNanos;
    boolean diskIsLow;

    public Model(Limits limits) {
        this.limits = limits;
    }

    public Limits limits() {
        return limits;
    }

    public KnownConfig config() {
        return config;
    }

    public KnownKeys keys() {
        return keys;
    }

    public long nowNanos() {
        return nowNanos;
    }

    public boolean diskIsLow() {
        return diskIsLow;
    }

    public Collection<KnownQueue> queues() {
        return queues.all();
    }

    public KnownQueues knownQueues() {
        return queues;
    }

    public @Nullable KnownQueue queue(QueueName name) {
        return queues.find(name);
    }

    public @Nullable KnownQueue queue(QueueId id) {
        return queues.find(id);
    }

    public @Nullable KnownMessage message(MessageId id) {
        return byId.get(id);
    }

    /** Every message ever accepted, whatever became of it. */
    public List<KnownMessage> accepted() {
        return accepted;
    }

    /** The messages that are stored, in whatever place. */
    public Set<KnownMessage> stored() {
        return stored;
    }

    /** The messages that are with consumers, by the end of their leases. */
    public SortedSet<KnownMessage> leases() {
        return leases.byEnd();
    }

    /** Whether the message was accepted in this turn. */
    public boolean isNew(KnownMessage message) {
        return arrivals.contains(message);
    }

    /** The consumers whose queues were deleted in this turn. */
    public Set<ConsumerId> cutOff() {
        return cutOff;
    }

    KnownQueue existing(QueueName name) {
        KnownQueue queue = queues.find(name);
        if (queue == null) {
            throw new IllegalStateException("Expected queue " + name + " to exist.");
        }
        return queue;
    }

    /** When a lease that is extended now ends. */
    public long extendedUntil(Command.Extend extend) {
        long usual = existing(extend.queue()).config().visibilityTimeout().toNanos();
        long longest = QueueConfig.MAX_VISIBILITY_TIMEOUT.toNanos();
        return nowNanos + (extend.nanos() == 0 ? usual : Math.min(extend.nanos(), longest));
    }

    public void beginTurn(Observation seen) {
        nowNanos = Math.max(nowNanos, seen.clockNanos());
        arrivals.clear();
        cutOff.clear();
        windows = seen.windows();
        queues.all().forEach(queue -> queue.consumers().forEach(this::learnWindow));
        queues.beginTurn(seen.turn().records());
    }

    /** Within the limit, the broker decides how much a consumer may hold; the model takes its word. */
    void learnWindow(KnownConsumer consumer) {
        consumer.window = windows.getOrDefault(consumer.id(), Integer.MAX_VALUE);
    }

    /** What was over, and that the broker has forgotten, need not be known any more. */
    public void forgetWhatIsOver(Snapshot snapshot) {
        config.forgetHoldsThatAreOver(nowNanos, snapshot.buckets());
        snapshot.queues().forEach((name, known) -> {
            KnownQueue queue = queues.find(name);
            if (queue != null) {
                queue.dedup.forgetThoseOver(nowNanos, known.dedupKeys());
            }
        });
    }

    /** Comes up again: no consumers, nothing under way, and no lease longer than its queue's timeout from now. */
    public void restart(long clockNanos) {
        nowNanos = clockNanos;
        diskIsLow = false;
        config.restart(nowNanos);
        queues.restart(nowNanos);
        for (KnownMessage message : leases.restart(nowNanos)) {
            if (!message.flow().isBacklogged() && !message.envelope().isDeadLetter()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
        }
    }

    void add(KnownMessage message) {
        byId.put(message.id(), message);
        accepted.add(message);
        stored.add(message);
        arrivals.add(message);
    }

    /** A redrive has taken a dead letter out of its lane, or put it back. */
    public void hold(KnownMessage message, boolean held) {
        message.flow().hold(message, held);
    }

    /** The entry of a waiting message can't be read. */
    public void lose(KnownMessage message) {
        message.flow().remove(message);
        message.place = new Place.Quarantined(message.queue().id(), "");
    }

    void remove(QueueName name) {
        KnownQueue queue = queues.remove(name);
        if (queue != null) {
            cutOff.addAll(queue.consumers.keySet());
        }
        stored.removeIf(message -> {
            boolean gone = message.queue() == queue;
            if (gone) {
                leases.byEnd().remove(message);
                message.place = Place.NOWHERE;
            }
            return gone;
        });
    }
}
