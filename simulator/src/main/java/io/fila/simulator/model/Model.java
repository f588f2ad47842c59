package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.broker.Snapshot;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    private final Map<KnownMessage, Place> touched = new LinkedHashMap<>();
    private final Departures departures = new Departures(touched);
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

    public Departures departures() {
        return departures;
    }

    /** The messages this turn moved, and where each was before it. */
    public Map<KnownMessage, Place> touched() {
        return touched;
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
        touched.clear();
        windows = seen.windows();
        queues.all().forEach(queue -> queue.consumers().forEach(this::learnWindow));
        List<Record> records = seen.turn().records();
        departures.begin(records, seen.steps(), seen.decided());
        queues.beginTurn(records);
        queues.all().forEach(queue -> queue.countsAreUnsure = isUnsure(queue, seen));
    }

    /**
     * Whether something happens in the middle of the turn that can't be seen: what came due or expired in a queue that ends
     * the same turn leaves no record, and what is in memory when somebody has to go depends on when a page comes.
     */
    private boolean isUnsure(KnownQueue queue, Observation seen) {
        boolean mayExpire = queue.flows().stream()
                .flatMap(flow -> flow.pending().stream())
                .anyMatch(message -> message.envelope().expires());
        if (departures.isDoomed(queue)) {
            return !queue.scheduled.isEmpty() || mayExpire || queue.dropsOldest();
        }
        return queue.dropsOldest() && seen.pagesCome(queue.id()) > 0;
    }

    /** The leases that this turn must end, in order. */
    public List<KnownMessage> dueLeases() {
        return leases.over(nowNanos, limits.timersPerTurn());
    }

    /** Learns where waiting messages are on disk, and what could not be told in the middle of the turn. */
    public void learn(Observation seen) {
        for (Record change : seen.turn().records()) {
            if (change instanceof MessageMoved moved && moved.to() instanceof Place.Ready ready) {
                KnownMessage message = byId.get(moved.envelope().id());
                if (message != null) {
                    message.position = ready.position();
                    message.lane = ready.lane();
                    message.laneIsKnown = true;
                }
            }
        }
        for (KnownQueue queue : queues.all()) {
            queue.countsAreUnsure = false;
            Snapshot.OfQueue known = seen.snapshot().queues().get(queue.name());
            for (KnownFlow flow : queue.flows()) {
                Snapshot.OfFlow inMemory = known == null ? null : known.flows().get(flow.key());
                if (inMemory != null) {
                    flow.learnWeight(inMemory.weight());
                }
                if (flow.orderIsUnsure) {
                    flow.orderIsUnsure = false;
                    flow.sortByPosition();
                }
            }
        }
    }

    /** Those too old in queues that do not outlive the turn leave without a record: when, can't be told. */
    public void doubtDoomed() {
        for (KnownQueue queue : queues.all()) {
            boolean hasOld = queue.flows().stream()
                    .flatMap(flow -> flow.pending().stream())
                    .anyMatch(message -> message.envelope().isExpired(nowNanos));
            if (hasOld && departures.isDoomed(queue)) {
                doubt(queue);
            }
        }
    }

    /** What the queue held in the middle of the turn can't be told. */
    public void doubt(KnownQueue queue) {
        queue.countsAreUnsure = true;
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

    /** Ends the turn: keys of a queue that stands empty can't linger. */
    public void endTurn(boolean workLeft) {
        if (!workLeft) {
            queues.all().stream().filter(queue -> queue.activeKeys() == 0).forEach(queue -> queue.lingering.clear());
        }
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
        touched.put(message, Place.NOWHERE);
        if (readyAtNanos > nowNanos) {
            schedule(message, readyAtNanos);
        } else {
            if (!message.envelope().isDeadLetter()) {
                message.flow().weigh(message.envelope().scheduling().weight());
            }
            join(message);
        }
    }

    /**
     * Puts the message at the back of its flow; a flow that nobody uses has the weight of whoever comes, if it is sure that
     * nobody does.
     */
    void join(KnownMessage message) {
        KnownFlow flow = message.flow();
        if (!flow.isInUse()) {
            long weight = message.envelope().isDeadLetter()
                    ? 1
                    : message.envelope().scheduling().weight();
            if (flow.queue().countsAreUnsure) {
                flow.weighPerhaps(weight);
            } else {
                flow.weigh(weight);
            }
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
        touch(message);
        leases.extend(message, deadlineNanos);
    }

    /**
     * Whether a message that left the agenda did so because its moment had come. One that somebody took away may have been
     * due as well.
     */
    public boolean hasComeDue(KnownMessage message) {
        boolean first = message.queue().scheduled.first() == message;
        return !isTakenAway(message) || (first && message.readyAtNanos <= nowNanos);
    }

    private boolean isTakenAway(KnownMessage message) {
        return departures.isCarried(message.id()) || departures.isLeaving(message);
    }

    /** The moment of a scheduled message has come, or perhaps it was taken away just before. */
    public void comeDue(KnownMessage message) {
        touch(message);
        message.queue().scheduled.remove(message);
        long weight = message.envelope().scheduling().weight();
        if (message.attempts == 0 && isTakenAway(message) && message.flow().isInUse()) {
            message.flow().weighPerhaps(weight);
        } else if (message.attempts == 0) {
            message.flow().weigh(weight);
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
    public void drop(KnownMessage message) {
        touch(message);
        takeOut(message);
        message.state = KnownMessage.State.DROPPED;
        noteIdle(message.flow());
    }

    private void takeOut(KnownMessage message) {
        if (message.state == KnownMessage.State.SCHEDULED) {
            message.queue().scheduled.remove(message);
        } else {
            message.flow().remove(message);
        }
        forget(message, 0);
    }

    /** Starts over in another queue, or in another place of its own. */
    void carry(KnownMessage message, KnownQueue target) {
        boolean waitsForItsMoment = message.state == KnownMessage.State.SCHEDULED && message.readyAtNanos > nowNanos;
        takeOut(message);
        if (!waitsForItsMoment) {
            rebirth(message, message.envelope().scheduling(), target);
            return;
        }
        touch(message);
        KnownFlow left = message.flow();
        message.envelope(message.envelope()
                .reborn(message.envelope().scheduling(), target.expiryNanos(message.readyAtNanos, 0)));
        message.attempts = 0;
        message.flow = target.flow(message.envelope().fairnessKey());
        schedule(message, message.readyAtNanos);
        noteIdle(left);
    }

    /** Begins another life in a queue; it is out of the one it was in. */
    void rebirth(KnownMessage message, Scheduling again, KnownQueue target) {
        touch(message);
        KnownFlow left = message.flow();
        message.envelope(message.envelope().reborn(again, target.expiryNanos(nowNanos, 0)));
        message.attempts = 0;
        message.flow = target.flow(again.fairnessKey());
        message.flow().weigh(again.weight());
        join(message);
        noteIdle(left);
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
            leases.forget(message);
        }
        message.state = KnownMessage.State.DELETED_WITH_QUEUE;
    }

    private void quarantine(KnownMessage message) {
        message.state = KnownMessage.State.QUARANTINED;
        message.queue().quarantined.add(message);
    }

    void endLease(KnownMessage message) {
        touch(message);
        leases.end(message);
        noteIdle(message.flow());
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
