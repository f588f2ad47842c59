package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the broker must hold: a plain account kept from commands, answers and deliveries alone. It follows which flow and
 * which consumer the broker chose, and knows everything else for itself.
 */
public final class Model {
    private static final QueueId UNKNOWN = new QueueId(-1);
    private static final Comparator<KnownMessage> END_OF_LEASE =
            Comparator.comparingLong(KnownMessage::dueNanos).thenComparingLong(KnownMessage::leaseOrder);

    private final Limits limits;
    private final KnownConfig config = new KnownConfig();
    final Map<QueueName, KnownQueue> queues = new TreeMap<>();
    private final Map<MessageId, KnownMessage> byId = new HashMap<>();
    private final List<KnownMessage> accepted = new ArrayList<>();
    private final TreeSet<KnownMessage> leases = new TreeSet<>(END_OF_LEASE);
    private final Map<KnownMessage, Place> touched = new LinkedHashMap<>();
    private final ArrayDeque<QueueCreated> created = new ArrayDeque<>();
    private final List<String> opened = new ArrayList<>();
    private long nowNanos;
    private long nextLeaseOrder;
    long nextWait;
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

    public long nowNanos() {
        return nowNanos;
    }

    public boolean diskIsLow() {
        return diskIsLow;
    }

    public Collection<KnownQueue> queues() {
        return queues.values();
    }

    public @Nullable KnownQueue queue(QueueName name) {
        return queues.get(name);
    }

    public @Nullable KnownQueue queue(QueueId id) {
        return queues.values().stream()
                .filter(queue -> queue.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    public @Nullable KnownMessage message(MessageId id) {
        return byId.get(id);
    }

    /** Every message ever accepted, whatever became of it. */
    public List<KnownMessage> accepted() {
        return accepted;
    }

    /** The messages that are with consumers, by the end of their leases. */
    public SortedSet<KnownMessage> leases() {
        return leases;
    }

    /** The messages this turn moved, and where each was before it. */
    public Map<KnownMessage, Place> touched() {
        return touched;
    }

    /** The queues this turn must have made, in order. */
    public List<String> opened() {
        return opened;
    }

    /** Whether anything can be stored there now. */
    public boolean exists(Place place) {
        QueueId holder = place.queue();
        return holder != null && queue(holder) != null;
    }

    public int flowsInUse() {
        return (int) queues.values().stream()
                .flatMap(queue -> queue.flows().stream())
                .filter(KnownFlow::isInUse)
                .count();
    }

    /** Where messages are that were neither acked nor deleted with their queue. */
    public int stored() {
        return queues.values().stream()
                .mapToInt(queue -> (int) queue.depth()
                        + queue.leased()
                        + queue.scheduled().size()
                        + queue.quarantined().size())
                .sum();
    }

    /** Whether none of the throttles that the message has to pass has a bucket. */
    public boolean isFree(KnownMessage message) {
        return config.isFree(message.throttles());
    }

    /** Whether the flow has something in line that nothing can hold up: no throttle, no pause, no limit of its own. */
    public boolean isFree(KnownFlow flow) {
        return !flow.isCrowded()
                && !flow.queue().holdsBack(flow)
                && flow.kinds().stream().anyMatch(config::isFree);
    }

    // ---- a turn ----

    public void beginTurn(long clockNanos, List<Record> records) {
        nowNanos = Math.max(nowNanos, clockNanos);
        touched.clear();
        opened.clear();
        created.clear();
        for (Record change : records) {
            if (change instanceof QueueCreated creation) {
                created.add(creation);
            } else if (change instanceof QueueDeleted deletion) {
                doubtCountsOf(queue(deletion.id()));
            }
        }
    }

    /** What came due in a queue that ends the same turn leaves no record. */
    private static void doubtCountsOf(@Nullable KnownQueue doomed) {
        if (doomed != null) {
            doomed.countsAreUnsure = !doomed.scheduled.isEmpty();
        }
    }

    /** The leases that this turn must end, in order. */
    public List<KnownMessage> dueLeases() {
        return leases.stream()
                .takeWhile(message -> message.dueNanos <= nowNanos)
                .limit(limits.timersPerTurn())
                .toList();
    }

    /** Learns from the records where waiting messages are on disk. */
    public void learnPlaces(List<Record> records) {
        for (Record change : records) {
            if (change instanceof MessageMoved moved && moved.to() instanceof Place.Ready ready) {
                KnownMessage message = byId.get(moved.envelope().id());
                if (message != null) {
                    message.position = ready.position();
                    message.lane = ready.lane();
                    message.laneIsKnown = true;
                }
            }
        }
        for (KnownQueue queue : queues.values()) {
            queue.countsAreUnsure = false;
            for (KnownFlow flow : queue.flows()) {
                if (flow.orderIsUnsure) {
                    flow.orderIsUnsure = false;
                    flow.sortByPosition();
                }
            }
        }
    }

    /** Ends the turn: keys of a queue that stands empty can't linger. */
    public void endTurn(boolean workLeft) {
        if (!workLeft) {
            queues.values().stream().filter(queue -> queue.activeKeys() == 0).forEach(queue -> queue.lingering.clear());
        }
    }

    /** Comes up again: no consumers, nothing under way, and no lease longer than its queue's timeout from now. */
    public void restart(long clockNanos) {
        nowNanos = clockNanos;
        diskIsLow = false;
        config.restart(nowNanos);
        List<KnownMessage> held = new ArrayList<>(leases);
        held.sort(Comparator.comparing((KnownMessage message) -> message.queue().id())
                .thenComparing(KnownMessage::id));
        leases.clear();
        for (KnownQueue queue : queues.values()) {
            queue.consumers.clear();
            queue.lingering.clear();
            for (KnownFlow flow : queue.flows()) {
                flow.putAllBack();
                if (!flow.isBacklogged()) {
                    flow.weigh(1);
                }
            }
        }
        for (KnownMessage message : held) {
            long usual = message.queue().config().visibilityTimeout().toNanos();
            long longest = Math.max(usual, message.recordedDeadlineNanos - message.leaseId);
            message.dueNanos = Math.min(message.recordedDeadlineNanos, nowNanos + longest);
            message.leaseOrder = nextLeaseOrder++;
            message.inQuestion = false;
            message.holder = null;
            leases.add(message);
            if (!message.flow().isBacklogged() && !message.envelope().isDeadLetter()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
        }
        queues.values().forEach(queue -> queue.flows().forEach(KnownFlow::forgetReweighting));
    }

    // ---- queues ----

    /** A queue that the broker must make now; its number is in the record. */
    KnownQueue open(QueueName name, QueueConfig queueConfig, boolean automatic) {
        QueueCreated wanted = new QueueCreated(UNKNOWN, name, queueConfig, automatic);
        opened.add(describe(wanted));
        QueueCreated recorded = created.poll();
        KnownQueue queue = new KnownQueue(recorded == null ? wanted : recorded);
        queues.put(name, queue);
        return queue;
    }

    /** All of a definition but its number. */
    public static String describe(QueueCreated definition) {
        return definition.name() + " " + definition.config() + (definition.automatic() ? " automatic" : "");
    }

    /** Where the dead letters of a queue go. */
    KnownQueue deadLettersOf(KnownQueue source) {
        KnownQueue known = queues.get(source.name().deadLetter());
        return known != null ? known : open(source.name().deadLetter(), QueueConfig.DEFAULT, true);
    }

    // ---- what happens to a message ----

    /** What becomes of a message that is not refused. */
    public Accepted outcome(Command.Enqueue enqueue, KnownQueue queue) {
        MessageId first = queue.dedup.holder(enqueue.terms().dedupKey(), nowNanos);
        if (first != null) {
            return Accepted.duplicateOf(first);
        }
        boolean dropped = queue.room() == 0 && queue.config().capacity().overflow() == Capacity.Overflow.DROP_NEW;
        return dropped ? Accepted.dropped() : Accepted.stored(enqueue.id());
    }

    void accept(KnownMessage message, long readyAtNanos) {
        byId.put(message.id(), message);
        accepted.add(message);
        touched.put(message, Place.NOWHERE);
        if (readyAtNanos > nowNanos) {
            schedule(message, readyAtNanos);
        } else {
            message.flow().weigh(message.envelope().scheduling().weight());
            join(message);
        }
    }

    /** Puts the message at the back of its flow; a flow that nobody uses has the weight of whoever comes. */
    void join(KnownMessage message) {
        KnownFlow flow = message.flow();
        if (!flow.isInUse()) {
            flow.weigh(
                    message.envelope().isDeadLetter()
                            ? 1
                            : message.envelope().scheduling().weight());
        }
        message.state = KnownMessage.State.PENDING;
        message.laneIsKnown = false;
        message.position = Long.MAX_VALUE;
        flow.add(message);
        flow.queue().lingering.remove(flow.key());
    }

    /** Hands the message to a consumer of its queue, and takes the tokens for it. */
    public void lease(KnownMessage message, @Nullable KnownConsumer consumer, long leaseId) {
        touch(message);
        message.leaseId = leaseId;
        for (String key : message.throttles()) {
            KnownBucket bucket = config.bucket(key);
            if (bucket != null) {
                bucket.take(nowNanos);
            }
        }
        message.flow().remove(message);
        message.flow().leased++;
        message.queue().leased++;
        message.state = KnownMessage.State.LEASED;
        message.recordedDeadlineNanos =
                nowNanos + message.queue().config().visibilityTimeout().toNanos();
        message.dueNanos = message.recordedDeadlineNanos;
        message.leaseOrder = nextLeaseOrder++;
        leases.add(message);
        message.holder = consumer;
        if (consumer != null) {
            consumer.credit--;
            consumer.held++;
            consumer.waitingSince = nextWait++;
        }
    }

    /** The moment of a scheduled message has come. */
    public void comeDue(KnownMessage message) {
        touch(message);
        message.queue().scheduled.remove(message);
        if (message.attempts == 0) {
            message.flow().weigh(message.envelope().scheduling().weight());
        }
        join(message);
    }

    void schedule(KnownMessage message, long readyAtNanos) {
        message.readyAtNanos = readyAtNanos;
        message.state = KnownMessage.State.SCHEDULED;
        message.queue().scheduled.add(message);
    }

    void ack(KnownMessage message) {
        endLease(message);
        message.state = KnownMessage.State.ACKED;
        forget(message, message.queue().config().lifetimes().dedupWindow().toNanos());
    }

    /** Its dedup key is free, now or after a while. */
    void forget(KnownMessage message, long windowNanos) {
        String key = message.envelope().dedupKey();
        if (!key.isEmpty()) {
            message.queue().dedup.release(key, nowNanos, windowNanos);
        }
    }

    void setAside(KnownMessage message) {
        endLease(message);
        forget(message, 0);
        quarantine(message);
    }

    /** The entry of a waiting message can't be read. */
    public void lose(KnownMessage message) {
        message.flow().remove(message);
        quarantine(message);
        noteIdle(message.flow());
    }

    void dropWithQueue(KnownMessage message) {
        if (message.state == KnownMessage.State.LEASED) {
            leases.remove(message);
        }
        message.state = KnownMessage.State.DELETED_WITH_QUEUE;
    }

    private void quarantine(KnownMessage message) {
        message.state = KnownMessage.State.QUARANTINED;
        message.queue().quarantined.add(message);
    }

    void endLease(KnownMessage message) {
        touch(message);
        leases.remove(message);
        message.inQuestion = false;
        letGo(message.holder);
        message.holder = null;
        KnownFlow flow = message.flow();
        flow.leased--;
        flow.queue().leased--;
        noteIdle(flow);
    }

    /** A consumer that could take no more waits for its turn from now on. */
    private void letGo(@Nullable KnownConsumer holder) {
        if (holder != null) {
            boolean waited = holder.mayTake();
            holder.held--;
            if (!waited) {
                holder.waitingSince = nextWait++;
            }
        }
    }

    void noteIdle(KnownFlow flow) {
        if (!flow.isInUse()) {
            flow.queue().lingering.add(flow.key());
        }
    }

    void touch(KnownMessage message) {
        touched.putIfAbsent(message, message.place());
    }
}
