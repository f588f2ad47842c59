package io.fila.core.broker;

import io.fila.core.Invariant;
import io.fila.core.Limits;
import io.fila.core.consumer.Consumer;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.Rotation;
import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Page;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.reply.Refusal;
import io.fila.core.timer.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One queue: the flows of its tenants, the messages out with consumers, and who goes next. */
final class Queue {
    private final QueueCreated definition;
    private final int inFlightLimit;
    private final Flows flows;
    private final DeficitRoundRobin round;
    private final Leases leases = new Leases();
    private final Rotation consumers = new Rotation();
    private final Timers<Alarm> timers;
    private final MemoryBudget memory;
    private final Pager pager;
    private long depth;
    private boolean stirred;

    Queue(QueueCreated definition, Facilities facilities) {
        BrokerSettings settings = facilities.settings();
        this.definition = definition;
        this.inFlightLimit = settings.limits().inFlightPerQueue();
        this.round = new DeficitRoundRobin(settings.quantum(), settings.sparseAllowance());
        this.flows = new Flows(definition.id(), round, facilities.memory());
        this.timers = facilities.timers();
        this.memory = facilities.memory();
        this.pager = facilities.pager();
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

    boolean isAutomatic() {
        return definition.automatic();
    }

    Rotation consumers() {
        return consumers;
    }

    boolean hasFlow(String fairnessKey) {
        return flows.find(fairnessKey) != null;
    }

    // ---- the life of a message ----

    void enqueue(Message message, Turn turn) {
        Flow flow = flows.of(message.envelope().fairnessKey());
        flow.weight(message.envelope().scheduling().weight());
        boolean inMemory = makeReady(message, flow, turn);
        Body body = message.body();
        if (inMemory && body != null && memory.takeBody(body.size())) {
            message.retainBody();
        }
    }

    /** Delivers while there is work, credit and budget; tells how many went out. */
    int dispatch(int budget, Turn turn) {
        int done = 0;
        while (done < budget && leases.size() < inFlightLimit) {
            Consumer consumer = consumers.next();
            Flow flow = consumer == null ? null : round.next();
            if (consumer == null || flow == null) {
                break;
            }
            Message message = flow.backlog().poll();
            if (message == null) {
                round.awaitHeads(flow);
                fetchIfIdle(flow, turn);
                continue;
            }
            round.served(flow);
            consumers.served(consumer);
            lease(message, flow, consumer, turn);
            done++;
        }
        flows.forgetFinished();
        return done;
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

    private void lease(Message message, Flow flow, Consumer consumer, Turn turn) {
        depth--;
        flow.leased();
        turn.note(flow);
        Body body = message.body();
        if (message.bodyRetained() && body != null) {
            memory.returnBody(body.size());
            message.releaseBody();
        }
        turn.deliver(
                consumer, new Delivery(id(), name(), message.envelope(), message.attempts(), turn.nowNanos(), body));
        long deadline = turn.nowNanos() + config().visibilityTimeout().toNanos();
        turn.move(message, new Place.Leased(id(), deadline));
        hold(new Lease(this, message, flow), deadline);
        if (flow.backlog().wantsPage()) {
            pager.request(flow, turn);
        }
    }

    /** Ends a message for good; false if nobody holds it. */
    boolean ack(MessageId id, Turn turn) {
        return conclude(id, Place.NOWHERE, turn);
    }

    /** Sets a held message aside; false if nobody holds it. */
    boolean setAside(MessageId id, String reason, Turn turn) {
        return conclude(id, new Place.Quarantined(id(), reason), turn);
    }

    private boolean conclude(MessageId id, Place end, Turn turn) {
        Lease lease = leases.remove(id);
        if (lease == null) {
            return false;
        }
        timers.cancel(lease);
        turn.move(lease.message(), end);
        lease.flow().leaseEnded();
        flows.finish(lease.flow());
        return true;
    }

    /** Gives a message back to its flow for another try; false if nobody holds it. */
    boolean nack(MessageId id, Turn turn) {
        Lease lease = leases.remove(id);
        if (lease == null) {
            return false;
        }
        timers.cancel(lease);
        giveBack(lease, turn);
        return true;
    }

    void expire(Lease lease, Turn turn) {
        Invariant.check(leases.remove(lease.message().id()) == lease, "a lease that runs out is held");
        giveBack(lease, turn);
    }

    private void giveBack(Lease lease, Turn turn) {
        lease.message().countAttempt();
        lease.flow().leaseEnded();
        makeReady(lease.message(), lease.flow(), turn);
    }

    /** Puts a message at the back of its flow; tells whether it is in memory. */
    private boolean makeReady(Message message, Flow flow, Turn turn) {
        depth++;
        turn.move(message, new Place.Ready(id(), flow.key(), flow.backlog().nextPosition()));
        boolean inMemory = flow.backlog().add(message);
        round.activate(flow);
        turn.note(flow);
        return inMemory;
    }

    private void hold(Lease lease, long deadlineNanos) {
        leases.add(lease);
        timers.set(lease, deadlineNanos);
    }

    // ---- heads from disk ----

    void load(String fairnessKey, long ticket, Page page, Turn turn) {
        Flow flow = flows.find(fairnessKey);
        if (flow == null || !flow.backlog().expectsPage(ticket)) {
            return;
        }
        int damaged = page.damagedPositions().size();
        flow.backlog().load(page.messages(), damaged, page.readThrough());
        depth -= damaged;
        for (long position : page.damagedPositions()) {
            turn.record(new EntryDamaged(id(), fairnessKey, position));
            turn.send(new Errand.Report("Expected a readable entry of queue " + name() + ", key \"" + fairnessKey
                    + "\", position " + position + " but its checksum does not match; it is in the quarantine."));
        }
        turn.note(flow);
        if (flow.backlog().hasHead()) {
            round.headsArrived(flow);
        } else if (flow.backlog().isEmpty()) {
            round.deactivate(flow);
            flows.finish(flow);
        } else {
            pager.request(flow, turn);
        }
    }

    private void fetchIfIdle(Flow flow, Turn turn) {
        if (!flow.backlog().isPaging()) {
            pager.request(flow, turn);
        }
    }

    // ---- recovery ----

    void restoreFlow(String fairnessKey, long weight, long pending, long lastPosition) {
        Flow flow = flows.of(fairnessKey);
        flow.weight(weight);
        flow.backlog().restore(pending, lastPosition);
        flow.settle();
        round.activate(flow);
        depth += pending;
    }

    /**
     * A lease never lasts longer than the timeout from now, even if the clock was ahead when it was given. Leases come in
     * the order of their ids, so a flow without pending messages ends up with the weight of its newest.
     */
    void restoreLease(Message message, long deadlineNanos, long nowNanos) {
        Flow flow = flows.of(message.envelope().fairnessKey());
        if (flow.backlog().isEmpty()) {
            flow.weight(message.envelope().scheduling().weight());
        }
        flow.leased();
        Duration timeout = config().visibilityTimeout();
        hold(new Lease(this, message, flow), Math.min(deadlineNanos, nowNanos + timeout.toNanos()));
    }

    // ---- the queue as a whole ----

    void delete(Turn turn) {
        leases.forEach(timers::cancel);
        flows.forEach(flow -> flow.backlog().release(this::returnBody));
        flows.clear();
        Refusal gone = Refusal.notFound("Queue " + name() + " was deleted.");
        consumers.all().forEach(consumer -> turn.end(consumer, gone));
        turn.record(new QueueDeleted(id()));
        turn.forget(id());
    }

    private void returnBody(Message message) {
        Body body = message.body();
        if (message.bodyRetained() && body != null) {
            memory.returnBody(body.size());
        }
    }

    QueueSummary summary() {
        return new QueueSummary(name(), depth, leases.size(), consumers.size());
    }

    QueueStats stats() {
        List<QueueStats.KeyStats> keys = new ArrayList<>();
        round.forEachActive(
                Limits.STATS_KEYS,
                flow -> keys.add(new QueueStats.KeyStats(
                        flow.key(), flow.backlog().size(), round.deficit(flow), flow.weight())));
        return new QueueStats(depth, leases.size(), round.activeFlows(), consumers.size(), round.quantum(), keys);
    }

    Snapshot.OfQueue snapshot() {
        return new Snapshot.OfQueue(definition, flows.snapshot(), leases.snapshot());
    }
}
