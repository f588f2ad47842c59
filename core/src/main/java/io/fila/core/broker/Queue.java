package io.fila.core.broker;

import io.fila.core.consumer.Consumer;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.Rotation;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.hook.FailureDecision;
import io.fila.core.journal.AgendaPage;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** One queue: its pending messages in line, those that wait for a moment, those with consumers, and the consumers. */
final class Queue {
    private final QueueCreated definition;
    private final Facilities facilities;
    private final Queues queues;
    private final int inFlightLimit;
    private final Lineup lineup;
    private final Diary diary;
    private final Leases leases = new Leases();
    private final Rotation consumers;
    private final Redrive redrive;
    private boolean stirred;

    Queue(QueueCreated definition, Facilities facilities, Queues queues) {
        this.definition = definition;
        this.facilities = facilities;
        this.queues = queues;
        this.inFlightLimit = facilities.settings().limits().inFlightPerQueue();
        this.consumers = new Rotation(facilities.settings().limits().inFlightPerConsumer());
        this.lineup = new Lineup(definition, facilities);
        this.diary = new Diary(this, facilities);
        this.redrive = new Redrive(this, lineup, queues);
    }

    QueueCreated definition() {
        return definition;
    }

    QueueId id() {
        return definition.id();
    }

    QueueName name() {
        return definition.name();
    }

    QueueConfig config() {
        return definition.config();
    }

    Redrive redrive() {
        return redrive;
    }

    boolean hasFlow(String fairnessKey) {
        return lineup.hasFlow(fairnessKey);
    }

    // ---- consumers ----

    void attach(Consumer consumer, int credit) {
        consumers.attach(consumer);
        grant(consumer.id(), credit);
    }

    void grant(ConsumerId consumer, int credit) {
        if (consumers.grant(consumer, credit)) {
            stirUp();
        }
    }

    void detach(ConsumerId consumer) {
        consumers.detach(consumer);
    }

    // ---- the life of a message ----

    /** Accepts a new message, and keeps its body at hand if it may be delivered soon. */
    void enqueue(Message message, Turn turn) {
        boolean inMemory = receive(message, turn);
        Body body = message.body();
        if (inMemory && body != null && facilities.memory().takeBody(body.size())) {
            message.retainBody();
        }
    }

    /** Takes a message that is new in this queue; tells whether it is in memory. */
    boolean receive(Message message, Turn turn) {
        Flow flow = lineup.flowOf(message.envelope());
        lineup.weigh(flow, message.envelope(), turn);
        return makeReady(message, flow, turn);
    }

    private boolean makeReady(Message message, Flow flow, Turn turn) {
        stirUp();
        return lineup.add(message, flow, turn);
    }

    /** Delivers while there is work, credit and budget; tells how many went out. */
    int dispatch(int budget, Turn turn) {
        int done = 0;
        while (done < budget && leases.size() < inFlightLimit) {
            Consumer consumer = consumers.next();
            Lane lane = consumer == null ? null : lineup.next(turn);
            if (consumer == null || lane == null) {
                break;
            }
            deliver(lineup.serve(lane, turn), lane.flow(), consumer, turn);
            done++;
        }
        lineup.forgetFinished();
        return done;
    }

    private void deliver(Message message, Flow flow, Consumer consumer, Turn turn) {
        consumers.served(consumer);
        Body body = message.body();
        lineup.returnBody(message);
        turn.deliver(
                consumer, new Delivery(id(), name(), message.envelope(), message.attempts(), turn.nowNanos(), body));
        long deadline = turn.nowNanos() + config().visibilityTimeout().toNanos();
        turn.move(message, new Place.Leased(id(), deadline));
        Lease lease = new Lease(this, message, flow);
        lease.heldBy(consumer);
        hold(lease, deadline);
    }

    private void hold(Lease lease, long deadlineNanos) {
        leases.add(lease);
        facilities.leases().set(lease, deadlineNanos);
    }

    @Nullable Lease lease(MessageId id) {
        return leases.find(id);
    }

    /** Ends a message for good. */
    void ack(Lease lease, Turn turn) {
        release(lease);
        turn.move(lease.message(), Place.NOWHERE);
    }

    /** Sets a message with damaged bytes aside. */
    void quarantine(Lease lease, String reason, Turn turn) {
        release(lease);
        turn.move(lease.message(), new Place.Quarantined(id(), reason));
    }

    /** The time of a lease is up. */
    void expire(Lease lease, Turn turn) {
        fail(lease, FailureDecision.RETRY_AT_ONCE, "the lease expired", turn);
    }

    /** A try has failed: the message is tried again or given up. */
    void fail(Lease lease, FailureDecision decision, String reason, Turn turn) {
        Message message = lease.message();
        message.countAttempt();
        boolean giveUp = decision instanceof FailureDecision.Bury || isLastAttempt(message.attempts());
        if (giveUp && !name().isDeadLetter()) {
            message.bury(new DeadLetter(reason, name().value(), turn.nowNanos()));
            queues.deadLettersOf(this, turn).receive(message, turn);
        } else if (decision instanceof FailureDecision.Retry retry
                && retry.delay().isPositive()) {
            diary.schedule(message, turn.nowNanos() + retry.delay().toNanos(), turn);
        } else {
            makeReady(message, lease.flow(), turn);
        }
        release(lease);
    }

    /** Whether a message that has failed this often is given up whatever a script would say. */
    boolean isLastAttempt(int attempts) {
        return config().maxAttempts() > 0 && attempts >= config().maxAttempts();
    }

    private void release(Lease lease) {
        leases.remove(lease.message().id());
        facilities.leases().cancel(lease);
        lineup.leaseEnded(lease.flow());
        Consumer holder = lease.holder();
        if (holder != null) {
            consumers.settled(holder);
        }
        stirUp();
    }

    /** Lets messages whose moment has come join the line. */
    void takeDue(int limit, Turn turn) {
        diary.takeDue(limit, turn, due -> makeReady(due, lineup.flowOf(due.envelope()), turn));
    }

    // ---- what comes back from elsewhere ----

    void load(String fairnessKey, String lane, long ticket, Page page, Turn turn) {
        lineup.load(fairnessKey, lane, ticket, page, turn);
        redrive.goOn(turn);
        stirUp();
    }

    void loadAgenda(long ticket, AgendaPage page, Turn turn) {
        diary.load(ticket, page, turn);
    }

    /** A gate has tokens again for a lane that waited there. */
    void wake(Lane lane) {
        lineup.wake(lane);
        stirUp();
    }

    // ---- recovery ----

    void restoreLane(String fairnessKey, String lane, long weight, long pending, long lastPosition) {
        lineup.restoreLane(fairnessKey, lane, weight, pending, lastPosition);
    }

    void restoreAgenda(long scheduled) {
        diary.agenda().restore(scheduled);
    }

    /**
     * A lease never lasts longer than the timeout from now, even if the clock was ahead when it was given. Leases come in
     * the order of their ids, so a flow without pending messages ends up with the weight of its newest.
     */
    void restoreLease(Message message, long deadlineNanos, long nowNanos) {
        Flow flow = lineup.flowOf(message.envelope());
        if (flow.isEmpty() && !message.envelope().isDeadLetter()) {
            flow.weight(message.envelope().scheduling().weight());
        }
        flow.leased();
        long latest = nowNanos + config().visibilityTimeout().toNanos();
        hold(new Lease(this, message, flow), Math.min(deadlineNanos, latest));
    }

    /** Sends for what must be in memory before anything happens to the queue. */
    void start(Turn turn) {
        diary.fetch(turn);
    }

    // ---- the queue as a whole ----

    void delete(Turn turn) {
        leases.forEach(facilities.leases()::cancel);
        diary.clear();
        redrive.cancel(turn);
        lineup.clear();
        Refusal gone = Refusal.notFound("Queue " + name() + " was deleted.");
        consumers.all().forEach(consumer -> turn.end(consumer, gone));
        turn.delete(id());
    }

    private void stirUp() {
        facilities.dispatcher().stir(this);
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

    QueueSummary summary() {
        return new QueueSummary(name(), lineup.depth(), leases.size(), consumers.size());
    }

    QueueStats stats(long nowNanos) {
        return new QueueStats(
                lineup.depth(),
                leases.size(),
                lineup.activeFlows(),
                consumers.size(),
                lineup.quantum(),
                lineup.keyStats(),
                lineup.throttleStats(nowNanos),
                diary.agenda().size());
    }

    Snapshot.OfQueue snapshot() {
        lineup.checkBooks();
        return new Snapshot.OfQueue(
                definition, lineup.snapshot(), leases.snapshot(), diary.agenda().size());
    }
}
