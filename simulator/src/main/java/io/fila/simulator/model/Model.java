package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
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
    private static final Comparator<KnownMessage> END_OF_LEASE =
            Comparator.comparingLong(KnownMessage::dueNanos).thenComparingLong(KnownMessage::leaseOrder);

    private final Limits limits;
    final Map<QueueName, KnownQueue> queues = new TreeMap<>();
    private final Map<MessageId, KnownMessage> byId = new HashMap<>();
    private final List<KnownMessage> accepted = new ArrayList<>();
    private final TreeSet<KnownMessage> leases = new TreeSet<>(END_OF_LEASE);
    private final Map<KnownMessage, Place> touched = new LinkedHashMap<>();
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

    public boolean exists(KnownQueue queue) {
        return queues.get(queue.name()) == queue;
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
                        + queue.quarantined().size())
                .sum();
    }

    // ---- a turn ----

    public void beginTurn(long clockNanos) {
        nowNanos = Math.max(nowNanos, clockNanos);
        touched.clear();
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

    /** Comes up again: no consumers, and no lease longer than its queue's timeout from now. */
    public void restart(long clockNanos) {
        nowNanos = clockNanos;
        diskIsLow = false;
        List<KnownMessage> held = new ArrayList<>(leases);
        held.sort(Comparator.comparing((KnownMessage message) -> message.queue().id())
                .thenComparing(KnownMessage::id));
        leases.clear();
        for (KnownQueue queue : queues.values()) {
            queue.consumers.clear();
            queue.lingering.clear();
        }
        for (KnownMessage message : held) {
            long longest =
                    nowNanos + message.queue().config().visibilityTimeout().toNanos();
            message.dueNanos = Math.min(message.recordedDeadlineNanos, longest);
            message.leaseOrder = nextLeaseOrder++;
            leases.add(message);
            if (!message.flow().isBacklogged()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
        }
        queues.values().forEach(queue -> queue.flows().forEach(KnownFlow::forgetReweighting));
    }

    // ---- what happens to a message ----

    void accept(KnownMessage message) {
        byId.put(message.id(), message);
        accepted.add(message);
        touched.put(message, Place.NOWHERE);
        message.flow().weigh(message.envelope().scheduling().weight());
        message.flow().pending.add(message);
        message.queue().lingering.remove(message.flow().key());
    }

    /** Hands the message to a consumer of its queue. */
    public void lease(KnownMessage message, @Nullable KnownConsumer consumer) {
        touch(message);
        message.flow().remove(message);
        message.flow().leased++;
        message.queue().leased++;
        message.state = KnownMessage.State.LEASED;
        message.recordedDeadlineNanos =
                nowNanos + message.queue().config().visibilityTimeout().toNanos();
        message.dueNanos = message.recordedDeadlineNanos;
        message.leaseOrder = nextLeaseOrder++;
        leases.add(message);
        if (consumer != null) {
            consumer.credit--;
            consumer.waitingSince = nextWait++;
        }
    }

    /** A try failed or took too long: the message goes to the back of its flow. */
    public void giveBack(KnownMessage message) {
        endLease(message);
        message.attempts++;
        message.state = KnownMessage.State.PENDING;
        message.flow().pending.add(message);
    }

    void ack(KnownMessage message) {
        endLease(message);
        message.state = KnownMessage.State.ACKED;
        noteIdle(message.flow());
    }

    void setAside(KnownMessage message) {
        endLease(message);
        quarantine(message);
    }

    /** The entry of a waiting message can't be read. */
    public void lose(KnownMessage message) {
        message.flow().remove(message);
        quarantine(message);
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
        noteIdle(message.flow());
    }

    private void endLease(KnownMessage message) {
        touch(message);
        leases.remove(message);
        message.flow().leased--;
        message.queue().leased--;
    }

    private void noteIdle(KnownFlow flow) {
        if (!flow.isInUse()) {
            flow.queue().lingering.add(flow.key());
        }
    }

    private void touch(KnownMessage message) {
        touched.putIfAbsent(message, message.place());
    }
}
