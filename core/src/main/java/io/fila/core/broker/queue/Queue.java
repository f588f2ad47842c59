package io.fila.core.broker.queue;

import io.fila.core.Invariant;
import io.fila.core.explain.Holder;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.FlowOwner;
import io.fila.core.fairness.Lane;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.Page;
import io.fila.core.journal.SchedulePage;
import io.fila.core.lease.Lease;
import io.fila.core.lease.Leases;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.ready.ReadyMessages;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Tape;
import io.fila.core.throttle.Throttle;
import io.fila.core.turn.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One queue: its pending messages in line, those that wait for a moment, those with consumers, and the consumers. */
public final class Queue implements FlowOwner {
    private final SharedState shared;
    private final Queues queues;
    private final QueueAdmission admission;
    private final DedupKeys dedupKeys;
    private final ReadyMessages ready;
    private final Schedule schedule;
    private final Leases leases = new Leases();
    private final QueueDispatch dispatch;
    private final Redrive redrive;
    private final Purge purge;
    private QueueCreated definition;
    private long expired;
    private boolean stirred;

    Queue(QueueCreated definition, SharedState shared, Queues queues) {
        this.definition = definition;
        this.shared = shared;
        this.queues = queues;
        this.admission = new QueueAdmission(this, shared);
        this.dedupKeys = new DedupKeys(definition.id(), shared);
        this.ready = new ReadyMessages(this, definition, shared.resources(), this::expired);
        this.dispatch = new QueueDispatch(this, ready, leases, shared);
        this.schedule = new Schedule(this, shared);
        this.redrive = new Redrive(this, ready, queues);
        this.purge = new Purge(this, ready, schedule);
    }

    public QueueCreated definition() {
        return definition;
    }

    @Override
    public QueueId id() {
        return definition.id();
    }

    public QueueName name() {
        return definition.name();
    }

    public QueueConfig config() {
        return definition.config();
    }

    public Redrive redrive() {
        return redrive;
    }

    public Purge purge() {
        return purge;
    }

    public ReadyMessages ready() {
        return ready;
    }

    public QueueDispatch dispatch() {
        return dispatch;
    }

    public QueueAdmission admission() {
        return admission;
    }

    public DedupKeys dedupKeys() {
        return dedupKeys;
    }

    public QueueFigures figures() {
        return new QueueFigures(this, leases, schedule);
    }

    // ---- what operators say ----

    public void redefine(QueueConfig changed, Turn turn) {
        definition = new QueueCreated(id(), name(), changed, definition.automatic());
        turn.announce(definition);
        admission.configure(turn.nowNanos());
        ready.configure(changed.deliveryPolicy(), turn);
        stirUp();
    }

    /** Stops or resumes deliveries of one key, or of all if the key is empty. */
    public void pause(String fairnessKey, boolean stop, Turn turn) {
        turn.record(new DeliveryPaused(id(), fairnessKey, stop));
        if (stop) {
            stopDeliveries(fairnessKey, turn.nowNanos());
        } else if (fairnessKey.isEmpty()) {
            dispatch.resume();
        } else {
            ready.resume(fairnessKey, turn);
        }
        Tape tape = turn.tape();
        if (tape != null) {
            tape.paused(id(), fairnessKey, stop);
        }
        stirUp();
    }

    private void stopDeliveries(String fairnessKey, long sinceNanos) {
        if (fairnessKey.isEmpty()) {
            dispatch.pause(sinceNanos);
        } else {
            ready.pause(fairnessKey, sinceNanos);
        }
    }

    /** A message that waits in the queue; null if it is not in memory. */
    public @Nullable Message find(MessageId id, long nowNanos) {
        Message inLine = ready.removal().find(id, nowNanos);
        return inLine != null ? inLine : schedule.window().find(id);
    }

    /** Takes a message that waits out of the queue, to go elsewhere; null if it is not in memory. */
    public @Nullable Message take(MessageId id, Turn turn) {
        Message message = ready.removal().take(id, turn);
        if (message == null) {
            message = schedule.take(id, turn);
        }
        if (message != null) {
            forget(message, 0, turn);
        }
        return message;
    }

    /** Takes a message that waits out of the queue where it is on disk, and nowhere else; false if it is not there. */
    public boolean takeFromDisk(Message found, Turn turn) {
        boolean taken = switch (found.place()) {
            case Place.Ready at -> at.queue().equals(id()) && ready.removal().takeFromDisk(at, turn);
            case Place.Scheduled at -> at.queue().equals(id()) && schedule.takeFromDisk(found, at, turn);
            default -> false;
        };
        if (taken) {
            forget(found, 0, turn);
        }
        return taken;
    }

    public long inFlight() {
        return leases.size();
    }

    /** Messages that wait for a moment. */
    public long scheduled() {
        return schedule.window().size();
    }

    /** All its messages: ready, scheduled and leased. */
    long held() {
        return ready.depth() + schedule.window().size() + leases.size();
    }

    /** When a message that can be delivered from this moment on expires, if its producer gave it so long; 0 for never. */
    public long expiryNanos(long readyAtNanos, long ttlNanos) {
        long usual = config().lifetimes().messageTtl().toNanos();
        long shorter = usual == 0 || ttlNanos == 0 ? Math.max(usual, ttlNanos) : Math.min(usual, ttlNanos);
        return shorter == 0 ? 0 : readyAtNanos + shorter;
    }

    // ---- the life of a message ----

    /** Accepts a new message, and keeps its body at hand if it may be delivered soon. */
    public void enqueue(Message message, long readyAtNanos, Turn turn) {
        String dedupKey = message.envelope().dedupKey();
        if (!dedupKey.isEmpty()) {
            dedupKeys.take(dedupKey, message.id(), turn);
        }
        if (readyAtNanos > turn.nowNanos()) {
            schedule.schedule(message, readyAtNanos, Cause.ACCEPTED, turn);
            return;
        }
        boolean inMemory = receive(message, Cause.ACCEPTED, turn);
        Body body = message.body();
        if (inMemory && body != null && shared.memory().takeBody(body.size())) {
            message.retainBody();
        }
    }

    /** Takes a message that is new in this queue; tells whether it is in memory. */
    public boolean receive(Message message, Cause cause, Turn turn) {
        Flow flow = ready.flowOf(message.envelope(), turn);
        ready.weigh(flow, message.envelope(), turn);
        return makeReady(message, flow, cause, turn);
    }

    /** Takes a message that is new in this queue and waits for a moment, if that is not over. */
    public void receive(Message message, long readyAtNanos, Cause cause, Turn turn) {
        if (readyAtNanos > turn.nowNanos()) {
            schedule.schedule(message, readyAtNanos, cause, turn);
        } else {
            receive(message, cause, turn);
        }
    }

    private boolean makeReady(Message message, Flow flow, Cause cause, Turn turn) {
        stirUp();
        return ready.add(message, flow, cause, turn);
    }

    public @Nullable Lease lease(MessageId id) {
        return leases.find(id);
    }

    /** Who has most messages of a fairness key. */
    public List<Holder> holders(String fairnessKey) {
        return leases.holders(fairnessKey);
    }

    /** Ends a message for good. */
    public void ack(Lease lease, Turn turn) {
        dispatch.release(lease, turn);
        turn.move(lease.message(), Place.NOWHERE, Cause.ACKED);
        forget(lease.message(), config().lifetimes().dedupWindow().toNanos(), turn);
    }

    /** Lets a consumer hold a message until another moment. */
    public void extend(Lease lease, long deadlineNanos, Turn turn) {
        turn.move(lease.message(), new Place.Leased(id(), deadlineNanos, lease.id()), Cause.EXTENDED);
        shared.leases().cancel(lease);
        shared.leases().set(lease, deadlineNanos);
    }

    /** A message is in this queue no more: what was known of it beside its place goes too. */
    void forget(Message message, long dedupWindowNanos, Turn turn) {
        String dedupKey = message.envelope().dedupKey();
        if (!dedupKey.isEmpty()) {
            dedupKeys.release(dedupKey, dedupWindowNanos, turn);
        }
        // At the end of the turn, not before, a key without messages is forgotten: its positions may still be in
        // records.
        stirUp();
    }

    private void expired(Message message, Turn turn) {
        expired++;
        forget(message, 0, turn);
    }

    /** Drops what has expired at the head of a lane, at most so many; tells how many. */
    public int sweep(Lane lane, int limit, Turn turn) {
        stirUp();
        return ready.sweep(lane, limit, turn);
    }

    /** Moves a damaged message to quarantine. */
    public void quarantine(Lease lease, String reason, Turn turn) {
        dispatch.release(lease, turn);
        turn.move(lease.message(), new Place.Quarantined(id(), reason), Cause.QUARANTINED);
        forget(lease.message(), 0, turn);
    }

    /** The time of a lease is up. */
    public void expire(Lease lease, Turn turn) {
        lease.expire();
        fail(lease, Cause.LEASE_EXPIRED, FailureDecision.RETRY_AT_ONCE, "the lease expired", 0, turn);
    }

    /** An attempt failed: the message is retried, no sooner than its consumer asked, or becomes a dead letter. */
    public void nack(Lease lease, FailureDecision decision, String reason, long retryAfterNanos, Turn turn) {
        fail(lease, Cause.NACKED, decision, reason, retryAfterNanos, turn);
    }

    private void fail(
            Lease lease, Cause cause, FailureDecision decision, String reason, long retryAfterNanos, Turn turn) {
        Message message = lease.message();
        message.countAttempt();
        boolean giveUp = decision instanceof FailureDecision.Bury || isLastAttempt(message.attempts());
        if (giveUp && !name().isDeadLetter()) {
            forget(message, 0, turn);
            message.bury(new DeadLetter(reason, name().value(), turn.nowNanos()));
            queues.deadLettersOf(this, turn).receive(message, Cause.DEAD_LETTERED, turn);
        } else {
            long delayNanos = Math.max(delayNanos(decision, message), retryAfterNanos);
            if (delayNanos > 0) {
                schedule.schedule(message, turn.nowNanos() + delayNanos, cause, turn);
            } else {
                makeReady(message, lease.flow(), cause, turn);
            }
        }
        dispatch.release(lease, turn);
    }

    /** A dead letter cannot become one again: it is retried after the queue's backoff. */
    private long delayNanos(FailureDecision decision, Message message) {
        return switch (decision) {
            case FailureDecision.Retry retry -> retry.delay().toNanos();
            case FailureDecision.BackOff backOff -> backoffNanos(message);
            case FailureDecision.Bury bury -> backoffNanos(message);
        };
    }

    private long backoffNanos(Message message) {
        return config().backoff().delayNanos(message.attempts(), message.id().hashCode());
    }

    /** Whether a message with this many failures becomes a dead letter, whatever a script would say. */
    public boolean isLastAttempt(int attempts) {
        return config().maxAttempts() > 0 && attempts >= config().maxAttempts();
    }

    /** Lets messages whose moment has come join the line, at most so many; tells how many. */
    public int takeDue(int limit, Turn turn) {
        return schedule.takeDue(limit, turn, this::join);
    }

    /** A message whose moment has come joins the line; false if it has to wait because there are too many tenants. */
    private boolean join(Message due, Turn turn) {
        if (!admission.hasRoomFor(due.envelope().lineKey())) {
            return false;
        }
        if (due.attempts() == 0) {
            receive(due, Cause.CAME_DUE, turn);
        } else {
            makeReady(due, ready.flowOf(due.envelope(), turn), Cause.CAME_DUE, turn);
        }
        return true;
    }

    // ---- what comes back from elsewhere ----

    public void load(String fairnessKey, String lane, long ticket, Page page, Turn turn) {
        ready.load(fairnessKey, lane, ticket, page, turn);
        redrive.goOn(turn);
        purge.goOn(turn);
        stirUp();
    }

    public void loadSchedule(long ticket, SchedulePage page, Turn turn) {
        schedule.load(ticket, page, turn);
        purge.goOn(turn);
    }

    /** The queue whose messages stand in a lane. */
    public static Queue of(Lane lane) {
        return (Queue) lane.flow().owner();
    }

    /** The queue whose message is leased. */
    public static Queue of(Lease lease) {
        return (Queue) lease.flow().owner();
    }

    /** A throttle has tokens again for a lane that waited there; tells whether it has use for one. */
    public boolean wake(Lane lane, Throttle<Lane> throttle, Turn turn) {
        if (!lane.wake(throttle)) {
            return false;
        }
        stirUp();
        return ready.wake(lane, throttle, dispatch.isAtRest(), turn);
    }

    // ---- recovery ----

    public void restoreLane(String fairnessKey, String lane, long weight, long pending, long lastPosition) {
        ready.restoreLane(fairnessKey, lane, weight, pending, lastPosition);
    }

    public void restoreSchedule(long scheduled) {
        schedule.window().restore(scheduled);
    }

    /**
     * A lease never lasts longer than the timeout from now, even if the clock was ahead when it was given. Leases come in
     * the order of their ids, so a flow without pending messages ends up with the weight of its newest.
     */
    public void restoreLease(Message message, Place.Leased lease, long nowNanos) {
        Flow flow = ready.restoreFlow(message.envelope());
        if (flow.isEmpty() && !message.envelope().isDeadLetter()) {
            flow.weight(message.envelope().scheduling().weight());
        }
        flow.leased();
        shared.leaseIds().restore(lease.leaseId());
        // An id follows the time, so this is as long as the lease was to last, whatever the clock says now.
        long length = Math.max(
                lease.deadlineNanos() - lease.leaseId(),
                config().visibilityTimeout().toNanos());
        long deadline = Math.min(lease.deadlineNanos(), nowNanos + length);
        boolean first = dispatch.hold(new Lease(message, flow, lease.leaseId()), deadline);
        Invariant.check(first, "a message has one lease at a time");
    }

    /** Since when is not on disk. */
    public void restorePause(String fairnessKey) {
        stopDeliveries(fairnessKey, 0);
    }

    /** Sends for what must be in memory before anything happens to the queue: what time will make go, or go on. */
    public void start(Turn turn) {
        schedule.fetch(turn);
        if (!config().lifetimes().messageTtl().isZero()) {
            ready.fetchHeads(turn);
        }
    }

    // ---- the queue as a whole ----

    void delete(Turn turn) {
        leases.forEach(shared.leases()::cancel);
        schedule.clear();
        redrive.cancel(turn);
        purge.cancel(turn);
        dedupKeys.clear();
        ready.clear();
        Refusal gone = Refusal.notFound("Queue " + name() + " was deleted.");
        dispatch.end(gone, turn);
        turn.delete(id());
    }

    /** Has the dispatcher look whether something can be delivered. */
    void stirUp() {
        shared.dispatcher().stir(this);
    }

    /** Marks the queue as one that may have something to deliver; true if it was not already. */
    boolean stir() {
        boolean first = !stirred;
        stirred = true;
        return first;
    }

    void calm() {
        stirred = false;
    }

    /** Messages that were dropped because their time was over. */
    long expired() {
        return expired;
    }
}
