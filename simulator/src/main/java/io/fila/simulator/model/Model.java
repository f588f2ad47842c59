package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.broker.Snapshot;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What the broker must hold: a plain account kept from commands, answers and deliveries alone. It follows which flow and
 * which consumer the broker chose, and knows everything else for itself.
 */
public final class Model {
    private final Limits limits;
    private final KnownConfig config = new KnownConfig();
    private final KnownKeys keys = new KnownKeys();
    private final KnownQueues queues = new KnownQueues();
    private final Map<MessageId, KnownMessage> byId = new HashMap<>();
    private final List<KnownMessage> accepted = new ArrayList<>();
    private final KnownLeases leases = new KnownLeases();
    private final Set<KnownMessage> arrivals = new HashSet<>();
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

    /** The messages that are with consumers, by the end of their leases. */
    public SortedSet<KnownMessage> leases() {
        return leases.byEnd();
    }

    KnownLeases knownLeases() {
        return leases;
    }

    /** Whether the message was accepted in this turn. */
    public boolean isNew(KnownMessage message) {
        return arrivals.contains(message);
    }

    KnownMessage known(MessageId id) {
        KnownMessage message = byId.get(id);
        if (message == null) {
            throw new IllegalStateException("Expected message " + id + " to be known.");
        }
        return message;
    }

    KnownQueue existing(QueueName name) {
        KnownQueue queue = queues.find(name);
        if (queue == null) {
            throw new IllegalStateException("Expected queue " + name + " to exist.");
        }
        return queue;
    }

    /** Whether none of the throttles that the message has to pass has a bucket. */
    public boolean isFree(KnownMessage message) {
        return config.isFree(message.throttles());
    }

    /** Whether the flow has something in line that nothing can hold up: no throttle, no pause, no limit of its own. */
    public boolean isFree(KnownFlow flow) {
        return !flow.queue().holdsBack(flow)
                && flow.kinds().stream().anyMatch(kind -> kind.isEmpty() || (!flow.isCrowded() && config.isFree(kind)));
    }

    // ---- a turn ----

    /** How much a consumer may hold beside the limit is for the broker to judge: the account takes its word. */
    void learnWindow(KnownConsumer consumer) {
        consumer.window = windows.getOrDefault(consumer.id(), Integer.MAX_VALUE);
    }

    public void beginTurn(Observation seen) {
        nowNanos = Math.max(nowNanos, seen.clockNanos());
        arrivals.clear();
        windows = seen.windows();
        queues.all().forEach(queue -> queue.consumers().forEach(this::learnWindow));
        queues.beginTurn(seen.turn().records());
    }

    /** The leases that are over. */
    public List<KnownMessage> dueLeases() {
        return leases.over(nowNanos, limits.timersPerTurn());
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
        for (KnownQueue queue : queues.all()) {
            queue.restart(nowNanos);
            queue.flows().forEach(KnownFlow::restart);
        }
        for (KnownMessage message : leases.restart(nowNanos)) {
            if (!message.flow().isBacklogged() && !message.envelope().isDeadLetter()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
        }
        queues.all().forEach(queue -> queue.flows().forEach(KnownFlow::forgetReweighting));
    }

    // ---- what happens to a message ----

    void accept(KnownMessage message, long readyAtNanos) {
        byId.put(message.id(), message);
        accepted.add(message);
        arrivals.add(message);
        if (readyAtNanos > nowNanos) {
            schedule(message, readyAtNanos);
        } else {
            if (!message.envelope().isDeadLetter()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
            join(message);
        }
    }

    /** Puts the message at the back of its flow; one that nobody uses has the weight of whoever comes. */
    void join(KnownMessage message) {
        KnownFlow flow = message.flow();
        if (!flow.isInUse()) {
            flow.weigh(
                    message.envelope().isDeadLetter()
                            ? 1
                            : message.envelope().scheduling().weight());
        }
        message.state = KnownMessage.State.PENDING;
        flow.add(message);
    }

    /** Hands the message to a consumer of its queue, and takes the tokens for it. */
    public void lease(KnownMessage message, @Nullable KnownConsumer consumer, long leaseId) {
        for (String key : message.throttles()) {
            KnownBucket bucket = config.bucket(key);
            if (bucket != null) {
                bucket.take(nowNanos);
            }
        }
        message.flow().remove(message);
        long timeout = message.queue().config().visibilityTimeout().toNanos();
        leases.begin(message, consumer, leaseId, nowNanos + timeout);
    }

    /** When a lease that is extended now ends. */
    public long extendedUntil(Command.Extend extend) {
        KnownQueue queue = queues.find(extend.queue());
        long usual = queue == null ? 0 : queue.config().visibilityTimeout().toNanos();
        long longest = QueueConfig.MAX_VISIBILITY_TIMEOUT.toNanos();
        return nowNanos + (extend.nanos() == 0 ? usual : Math.min(extend.nanos(), longest));
    }

    void extend(KnownMessage message, long deadlineNanos) {
        leases.extend(message, deadlineNanos);
    }

    /** The moment of a scheduled message has come. */
    void comeDue(KnownMessage message) {
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
            message.queue().dedup.release(key, message.id(), nowNanos, windowNanos);
        }
    }

    /** Leaves the queue it waits in without having been delivered. */
    void drop(KnownMessage message) {
        takeOut(message);
        message.state = KnownMessage.State.DROPPED;
    }

    private void takeOut(KnownMessage message) {
        if (message.state == KnownMessage.State.SCHEDULED) {
            message.queue().scheduled.remove(message);
        } else {
            message.flow().remove(message);
        }
        forget(message, 0);
    }

    /** A redrive has taken a dead letter out of its line, or put it back. */
    public void hold(KnownMessage message, boolean held) {
        if (held) {
            message.flow().hold(message);
        } else {
            message.flow().putBack(message);
        }
    }

    /** Starts over in another queue, or in another place of its own. */
    void carry(KnownMessage message, KnownQueue target) {
        boolean waitsForItsMoment = message.state == KnownMessage.State.SCHEDULED && message.readyAtNanos > nowNanos;
        takeOut(message);
        if (!waitsForItsMoment) {
            rebirth(message, message.envelope().scheduling(), target);
            return;
        }
        message.envelope(message.envelope()
                .reborn(message.envelope().scheduling(), target.expiryNanos(message.readyAtNanos, 0)));
        message.attempts = 0;
        message.flow = target.flow(message.envelope().fairnessKey());
        schedule(message, message.readyAtNanos);
    }

    /** Begins another life in a queue; it is out of the one it was in. */
    void rebirth(KnownMessage message, Scheduling again, KnownQueue target) {
        message.envelope(message.envelope().reborn(again, target.expiryNanos(nowNanos, 0)));
        message.attempts = 0;
        message.flow = target.flow(again.fairnessKey());
        message.flow().weigh(again.weight());
        join(message);
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
    }

    void dropWithQueue(KnownMessage message) {
        if (message.state == KnownMessage.State.LEASED) {
            leases.forget(message);
        }
        message.state = KnownMessage.State.DELETED_WITH_QUEUE;
    }

    private void quarantine(KnownMessage message) {
        message.state = KnownMessage.State.QUARANTINED;
        message.queue().quarantined.add(message);
    }

    void endLease(KnownMessage message) {
        leases.end(message);
    }
}
