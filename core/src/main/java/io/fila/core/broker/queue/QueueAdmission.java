package io.fila.core.broker.queue;

import io.fila.core.command.Accepted;
import io.fila.core.fairness.Lane;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.ready.Removal;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.turn.Turn;
import org.jspecify.annotations.Nullable;

/** Decides whether a queue accepts a message, and which message it drops for it. */
public final class QueueAdmission {
    private final Queue queue;
    private final SharedState shared;
    private final DepthLimit depthLimit;
    private long dropped;
    private long duplicates;
    private long fallbacks;

    QueueAdmission(Queue queue, SharedState shared) {
        this.queue = queue;
        this.shared = shared;
        this.depthLimit = new DepthLimit(queue.config().capacity());
    }

    void configure(long nowNanos) {
        depthLimit.configure(queue.config().capacity(), nowNanos);
    }

    /** How many more messages the queue takes. */
    long room() {
        return depthLimit.room(queue.held());
    }

    /** Whether the broker can remember one more tenant, if this is not one it knows. */
    boolean hasRoomFor(String fairnessKey) {
        return queue.ready().hasFlow(fairnessKey)
                || shared.memory().flows() < shared.settings().limits().flows();
    }

    /** Why no message of a tenant can come in, or null if one can. */
    public @Nullable Refusal tooManyKeys(String fairnessKey) {
        return hasRoomFor(fairnessKey)
                ? null
                : Refusal.exhausted(
                        "Expected at most " + shared.settings().limits().flows()
                                + " fairness keys with messages but there are that many already; use fewer distinct keys.");
    }

    /** The outcome of a new message if the queue is full and drops new messages; otherwise null. */
    public @Nullable Accepted turnAway() {
        if (room() > 0 || depthLimit.overflow() != Overflow.DROP_NEW) {
            return null;
        }
        dropped++;
        return Accepted.dropped();
    }

    /** Why one more message can't come in, or null if it can. */
    public @Nullable Refusal objection(Turn turn) {
        Refusal full = fullness();
        return full == null ? admit(turn) : full;
    }

    /** Why nothing more can come in until something goes, or null if it can. */
    public @Nullable Refusal fullness() {
        return room() == 0 ? depthLimit.full(queue.held(), queue.name()) : null;
    }

    /** Why one more message of a tenant can't come in, or null if it can: the oldest may have gone for it. */
    public @Nullable Refusal objectionTo(String fairnessKey, Turn turn) {
        boolean dropsOldest = room() == 0 && depthLimit.overflow() == Overflow.DROP_OLDEST;
        if (!dropsOldest) {
            return objection(turn);
        }
        if (queue.ready().removal().oldestLane(fairnessKey, turn) == null) {
            return depthLimit.full(queue.held(), queue.name());
        }
        Refusal keptOut = admit(turn);
        if (keptOut == null) {
            crowdOut(fairnessKey, turn);
        }
        return keptOut;
    }

    private @Nullable Refusal admit(Turn turn) {
        return depthLimit.admit(queue.held(), queue.name(), turn.nowNanos());
    }

    /** Drops the oldest for one that comes, and one more while the queue holds more than it may since it was made smaller. */
    private void crowdOut(String fairnessKey, Turn turn) {
        Removal removal = queue.ready().removal();
        for (int leave = depthLimit.isOverfull(queue.held()) ? 2 : 1; leave > 0; leave--) {
            Lane lane = removal.oldestLane(fairnessKey, turn);
            if (lane != null) {
                queue.forget(removal.drop(lane, Cause.CROWDED_OUT, turn), 0, turn);
                dropped++;
            }
        }
    }

    /** The queue has a message with the same dedup key. */
    public void countDuplicate() {
        duplicates++;
    }

    /** A message was stored although its script failed or was bypassed. */
    public void countFallback() {
        fallbacks++;
    }

    /** A message that is scheduled like this was stored. */
    public void countFallback(Scheduling scheduling) {
        if (scheduling.isFallback()) {
            fallbacks++;
        }
    }

    long fallbacks() {
        return fallbacks;
    }

    long dropped() {
        return dropped;
    }

    long duplicates() {
        return duplicates;
    }
}
