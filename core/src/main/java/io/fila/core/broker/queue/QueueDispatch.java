package io.fila.core.broker.queue;

import io.fila.core.BrokerSettings;
import io.fila.core.consumer.Consumer;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.consumer.Rotation;
import io.fila.core.explain.Barrier;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.journal.Effect;
import io.fila.core.lease.Lease;
import io.fila.core.lease.Leases;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.Place;
import io.fila.core.ready.ReadyMessages;
import io.fila.core.record.EntryDamaged;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Tape;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;

/** Delivers the messages of a queue to its consumers, who take turns. */
public final class QueueDispatch {
    private final Queue queue;
    private final ReadyMessages ready;
    private final Leases leases;
    private final SharedState shared;
    private final Rotation consumers;
    private final WindowTimer windowTimer = new WindowTimer(this);
    private boolean paused;

    /** Since when it is paused; 0 if that was before the broker started. */
    private long pausedAtNanos;

    QueueDispatch(Queue queue, ReadyMessages ready, Leases leases, SharedState shared) {
        this.queue = queue;
        this.ready = ready;
        this.leases = leases;
        this.shared = shared;
        BrokerSettings settings = shared.settings();
        this.consumers =
                new Rotation(settings.consumerWindow(), settings.limits().inFlightPerConsumer());
    }

    int consumers() {
        return consumers.size();
    }

    public void forEachConsumer(java.util.function.Consumer<Consumer> action) {
        consumers.all().forEach(action);
    }

    /** How many messages all consumers together may be given now. */
    public long room() {
        long room = 0;
        for (Consumer consumer : consumers.all()) {
            room += paused ? 0 : consumer.room();
        }
        return room;
    }

    boolean isPaused() {
        return paused;
    }

    /** Nothing is delivered until somebody comes, or an operator says so. */
    boolean isAtRest() {
        return paused || consumers.size() == 0;
    }

    /** Stops deliveries; if they are stopped already, it stays at the moment when that began. */
    void pause(long nowNanos) {
        if (!paused) {
            paused = true;
            pausedAtNanos = nowNanos;
        }
    }

    void resume() {
        paused = false;
    }

    public void attach(ConsumerId id, DeliverySink sink, boolean grantsCredit, int credit, Turn turn) {
        consumers.attach(id, sink, grantsCredit);
        Tape tape = turn.tape();
        if (tape != null) {
            tape.attached(queue.id(), id);
        }
        grant(id, credit, turn);
    }

    public void grant(ConsumerId consumer, int credit, Turn turn) {
        if (consumers.grant(consumer, credit)) {
            Tape tape = turn.tape();
            if (tape != null) {
                tape.granted(queue.id(), consumer, credit);
            }
            queue.stirUp();
        }
    }

    public void detach(ConsumerId consumer, Turn turn) {
        if (consumers.detach(consumer) != null) {
            detached(consumer, turn);
        }
    }

    private void detached(ConsumerId consumer, Turn turn) {
        Tape tape = turn.tape();
        if (tape != null) {
            tape.detached(queue.id(), consumer);
        }
    }

    /** Nobody will get anything any more. */
    void end(Refusal why, Turn turn) {
        for (Consumer consumer : consumers.all()) {
            turn.end(consumer, why);
            detached(consumer.id(), turn);
        }
        shared.windowTimer().cancel(windowTimer);
    }

    /**
     * Delivers while there is work, credit and budget. Returns how much of the budget it used, including lanes that were parked
     * and messages that had expired.
     */
    int dispatch(int budget, Turn turn) {
        ready.moveAtMost(budget);
        ready.expect((int) Math.min(budget, Math.min(consumers.room(), inFlightLimit() - leases.size())));
        while (!paused && ready.movesLeft() > 0 && leases.size() < inFlightLimit()) {
            Consumer consumer = consumers.next();
            Lane lane = consumer == null ? null : ready.next(turn);
            if (consumer == null || lane == null) {
                break;
            }
            deliver(ready.serve(lane, turn), lane.flow(), consumer, turn);
        }
        ready.forgetFinished(turn);
        return budget - ready.movesLeft();
    }

    /** What keeps the queue as a whole from delivering. */
    public List<Barrier> barriers() {
        List<Barrier> found = new ArrayList<>();
        if (paused) {
            found.add(new Barrier.QueuePaused(pausedAtNanos));
        }
        if (consumers.size() == 0) {
            found.add(new Barrier.NoConsumer());
        } else if (consumers.room() == 0) {
            found.add(fullConsumers());
        }
        if (leases.size() >= inFlightLimit()) {
            found.add(new Barrier.QueueLimit(leases.size(), inFlightLimit(), leases.holders("")));
        }
        return found;
    }

    private Barrier fullConsumers() {
        FullConsumers counted = new FullConsumers();
        forEachConsumer(counted);
        return new Barrier.ConsumersFull(consumers.size(), counted.full, counted.eager, counted.held);
    }

    /** How many more consumers would have something to do, if so many messages can be delivered. */
    long usefulConsumers(long deliverable) {
        if (paused) {
            return 0;
        }
        long forOthers = Math.min(deliverable - consumers.room(), inFlightLimit() - leases.size());
        int window = shared.settings().consumerWindow();
        return forOthers <= 0 ? 0 : (forOthers + window - 1) / window;
    }

    private long inFlightLimit() {
        long limit = shared.settings().limits().inFlightPerQueue();
        long wanted = queue.config().deliveryPolicy().maxInFlight();
        return wanted > 0 ? Math.min(wanted, limit) : limit;
    }

    private void deliver(Message message, Flow flow, Consumer consumer, Turn turn) {
        Body body = message.body();
        shared.memory().releaseBody(message);
        long deadline = turn.nowNanos() + queue.config().visibilityTimeout().toNanos();
        long leaseId = shared.leaseIds().next(turn.nowNanos());
        Lease lease = new Lease(message, flow, leaseId);
        if (!hold(lease, deadline)) {
            setAside(message, flow, turn);
            return;
        }
        lease.heldBy(consumer, consumers.served(consumer, turn.nowNanos()));
        watchIfFull(consumer);
        turn.deliver(
                consumer,
                new Delivery(
                        queue.id(),
                        queue.name(),
                        message.envelope(),
                        message.attempts(),
                        turn.nowNanos(),
                        deadline,
                        leaseId,
                        body));
        turn.move(message, new Place.Leased(queue.id(), deadline, leaseId), Cause.LEASED);
        Tape tape = turn.tape();
        if (tape != null) {
            tape.handed(message, consumer.id(), leaseId);
        }
    }

    /** Lets a lease last until a moment; false if its message has one already. */
    boolean hold(Lease lease, long deadlineNanos) {
        boolean first = leases.add(lease);
        if (first) {
            shared.leases().set(lease, deadlineNanos);
        }
        return first;
    }

    /** A damaged disk has brought an entry back that was deleted: its message is with a consumer, and its body with it. */
    private void setAside(Message twin, Flow flow, Turn turn) {
        Place.Ready place = (Place.Ready) twin.place();
        String reason = "a consumer holds its message already";
        turn.record(new EntryDamaged(place.queue(), place.fairnessKey(), place.lane(), place.position(), reason));
        turn.send(new Effect.Report("Expected message " + twin.id() + " of queue " + queue.name() + " to wait but "
                + reason + ": damage has brought an old entry back, which is in the quarantine."));
        ready.leaseEnded(flow, turn);
    }

    /** The lease is over. */
    void release(Lease lease, Turn turn) {
        leases.remove(lease.message().id());
        shared.leases().cancel(lease);
        ready.leaseEnded(lease.flow(), turn);
        Consumer holder = lease.holder();
        if (holder != null && lease.hasExpired()) {
            consumers.expired(holder, turn.nowNanos());
        } else if (holder != null) {
            consumers.settled(holder, lease.rank(), turn.nowNanos() - lease.id(), turn.nowNanos());
        }
        queue.stirUp();
    }

    // ---- consumers that hold all they may ----

    private void watchIfFull(Consumer consumer) {
        if (consumers.noteIfFull(consumer) && !windowTimer.isSet()) {
            shared.windowTimer().set(windowTimer, consumer.patienceEndsNanos());
        }
    }

    /**
     * A consumer may have been full for too long. Of what the queue may have out, only half is given to those that settle
     * nothing, so there is room for one that does.
     */
    public void lookAfterFullConsumers(Turn turn) {
        boolean useful = !paused && ready.depth() > 0 && leases.size() < inFlightLimit() / 2;
        long nextLookNanos = consumers.openOne(useful, turn.nowNanos());
        if (nextLookNanos != Rotation.NEVER) {
            shared.windowTimer().set(windowTimer, nextLookNanos);
        }
        queue.stirUp();
    }
}
