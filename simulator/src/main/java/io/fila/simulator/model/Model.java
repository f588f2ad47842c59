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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
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

    /** The messages that are with consumers, by the end of their leases. */
    final TreeSet<KnownMessage> leases =
            new TreeSet<>(Comparator.comparingLong(KnownMessage::dueNanos).thenComparing(KnownMessage::id));

    private final Set<KnownMessage> arrivals = new HashSet<>();
    private final Set<ConsumerId> cutOff = new HashSet<>();
    private Map<ConsumerId, Integer> windows = Map.of();
    private @Nullable Observation before;
    private @Nullable Observation now;
    private long nowNanos;
    private int lostInTurn;
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
        return leases;
    }

    /** Whether the message was accepted in this turn. */
    public boolean isNew(KnownMessage message) {
        return arrivals.contains(message);
    }

    /** How many entries were found damaged in this turn. */
    public int lostInTurn() {
        return lostInTurn;
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

    /** Whether the first messages of a queue's lanes may be only on disk, because pages are being read. */
    public boolean awaitsDisk(KnownQueue queue) {
        return awaits(now, queue);
    }

    private boolean awaits(@Nullable Observation seen, KnownQueue queue) {
        return seen == null || seen.awaitsDisk(queue.id(), limits.pagesInFlight());
    }

    /** Whether the first message of a flow is there and in memory, and was all the turn. */
    public boolean isInMemory(KnownFlow flow) {
        return flow.isBacklogged()
                && flow.hasHeadsInMemory()
                && !awaits(before, flow.queue())
                && !awaits(now, flow.queue());
    }

    /** Whether nothing of the place's flow stands there or behind it. */
    public boolean isLast(Place.Ready place) {
        KnownQueue queue = queues.find(place.queue());
        KnownFlow flow = queue == null ? null : queue.findFlow(place.fairnessKey());
        return flow == null || flow.lastPosition() < place.position();
    }

    /** When a lease that is extended now ends. */
    public long extendedUntil(Command.Extend extend) {
        long usual = existing(extend.queue()).config().visibilityTimeout().toNanos();
        long longest = QueueConfig.MAX_VISIBILITY_TIMEOUT.toNanos();
        return nowNanos + (extend.nanos() == 0 ? usual : Math.min(extend.nanos(), longest));
    }

    public void beginTurn(Observation seen) {
        before = now;
        now = seen;
        nowNanos = Math.max(nowNanos, seen.clockNanos());
        lostInTurn = 0;
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
    public void forgetWhatIsOver(Supplier<Snapshot> broker) {
        if (config.hasHoldsThatAreOver(nowNanos)) {
            config.forgetHoldsThatAreOver(nowNanos, broker.get().buckets());
        }
        for (KnownQueue queue : queues.all()) {
            Snapshot.OfQueue known = queue.dedup.hasKeysThatAreOver(nowNanos)
                    ? broker.get().queues().get(queue.name())
                    : null;
            if (known != null) {
                queue.dedup.forgetThoseOver(nowNanos, known.dedupKeys());
            }
        }
    }

    /** Comes up again: no consumers, nothing under way, and no lease longer than its queue's timeout from now. */
    public void restart(long clockNanos) {
        nowNanos = clockNanos;
        diskIsLow = false;
        config.restart(nowNanos);
        queues.restart(nowNanos);
        List<KnownMessage> leased = leases.stream()
                .sorted(Comparator.comparing(
                                (KnownMessage message) -> message.queue().id())
                        .thenComparing(KnownMessage::id))
                .toList();
        leases.clear();
        for (KnownMessage message : leased) {
            message.comeBackFromDisk(nowNanos);
            leases.add(message);
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
        lostInTurn++;
    }

    void remove(QueueName name) {
        KnownQueue queue = queues.remove(name);
        if (queue != null) {
            cutOff.addAll(queue.consumers.keySet());
        }
        stored.removeIf(message -> {
            boolean gone = message.queue() == queue;
            if (gone) {
                leases.remove(message);
                message.place = Place.NOWHERE;
            }
            return gone;
        });
    }
}
