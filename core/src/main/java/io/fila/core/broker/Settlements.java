package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.command.Command;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.NackReason;
import io.fila.core.journal.Effect;
import io.fila.core.lease.Lease;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.throttle.Throttles;
import io.fila.core.turn.Turn;
import org.jspecify.annotations.Nullable;

/** Carries out acks, nacks and lease extensions. */
final class Settlements {
    private final Queues queues;
    private final SharedState shared;

    Settlements(Queues queues, SharedState shared) {
        this.queues = queues;
        this.shared = shared;
    }

    void ack(Command.Ack ack, Turn turn) {
        Lease lease = lease(ack.queue(), ack.id(), ack.leaseId(), ack.reply(), turn);
        if (lease != null) {
            Queue.of(lease).ack(lease, turn);
            turn.answer(ack.reply(), Done.DONE);
        }
    }

    void extend(Command.Extend extend, Turn turn) {
        Lease lease = lease(extend.queue(), extend.id(), extend.leaseId(), extend.reply(), turn);
        if (lease == null) {
            return;
        }
        QueueConfig config = Queue.of(lease).config();
        long nanos = extend.nanos() > 0
                ? Math.min(extend.nanos(), QueueConfig.MAX_VISIBILITY_TIMEOUT.toNanos())
                : config.visibilityTimeout().toNanos();
        long deadline = turn.nowNanos() + nanos;
        Queue.of(lease).extend(lease, deadline, turn);
        turn.answer(extend.reply(), deadline);
    }

    void nack(Command.Nack nack, Turn turn) {
        Lease lease = lease(nack.queue(), nack.id(), nack.leaseId(), nack.reply(), turn);
        if (lease == null || !hold(lease, nack, turn)) {
            return;
        }
        Queue queue = Queue.of(lease);
        NackReason reason = nack.reason();
        Failure failure = new Failure(nack.id(), lease.message().attempts() + 1, reason.error());
        if (queue.config().hasOnFailure() && !queue.isLastAttempt(failure.attempts())) {
            lease.question(reason.retryAfterNanos());
            turn.send(new Effect.AskOnFailure(queue.id(), queue.name(), failure, nack.reply()));
        } else {
            queue.nack(lease, FailureDecision.BACK_OFF, reason.error(), reason.retryAfterNanos(), turn);
            turn.answer(nack.reply(), Done.DONE);
        }
    }

    /** Holds the throttle key a consumer names; false if the nack has been refused because of it. */
    private boolean hold(Lease lease, Command.Nack nack, Turn turn) {
        NackReason reason = nack.reason();
        String key = reason.holdThrottleKey();
        if (key.isEmpty() || reason.retryAfterNanos() <= 0) {
            return true;
        }
        if (!lease.message().envelope().scheduling().throttleKeys().contains(key)) {
            turn.refuse(
                    nack.reply(),
                    Refusal.invalid("Expected one of the message's own throttle keys to hold but found \"" + key
                            + "\"; name one it was enqueued with."));
            return false;
        }
        Throttles<?> throttles = shared.throttles();
        if (throttles.find(key) == null && throttles.size() >= Limits.THROTTLES) {
            turn.refuse(
                    nack.reply(),
                    Refusal.exhausted(
                            "Expected at most " + Limits.THROTTLES
                                    + " throttle keys with a limit or a hold but there are that many already; try again later."));
            return false;
        }
        long nanos = Math.min(reason.retryAfterNanos(), Throttles.MAX_HOLD.toNanos());
        turn.note(shared.throttles().hold(key, turn.nowNanos() + nanos, turn.nowNanos()));
        return true;
    }

    /** The on_failure script has decided. */
    void decided(Command.FailureDecided decided, Turn turn) {
        Queue queue = queues.find(decided.queue());
        Failure failure = decided.failure();
        Lease lease = queue == null ? null : queue.lease(failure.id());
        boolean sameTry =
                lease != null && lease.isInQuestion() && lease.message().attempts() + 1 == failure.attempts();
        if (queue == null || lease == null || !sameTry) {
            turn.refuse(decided.reply(), noLease(failure.id(), decided.queueName()));
            return;
        }
        queue.nack(lease, decided.decision(), failure.error(), lease.retryAfterNanos(), turn);
        turn.answer(decided.reply(), Done.DONE);
    }

    /** The stored bytes of a leased message are damaged or missing. */
    void setAside(Command.SetAside aside, Turn turn) {
        Queue queue = queues.find(aside.queue());
        Lease lease = queue == null ? null : queue.lease(aside.id());
        if (queue != null && lease != null && lease.isMeantBy(aside.leaseId())) {
            queue.quarantine(lease, aside.reason(), turn);
        }
    }

    private @Nullable Lease lease(QueueName name, MessageId id, long leaseId, Reply<?> reply, Turn turn) {
        Queue queue = queues.find(name);
        Lease lease = queue == null ? null : queue.lease(id);
        if (lease == null || lease.isInQuestion() || !lease.isMeantBy(leaseId)) {
            turn.refuse(reply, noLease(id, name));
            return null;
        }
        return lease;
    }

    private static Refusal noLease(MessageId id, QueueName queue) {
        return Refusal.notFound("Expected a lease on message " + id + " in queue " + queue
                + " but there is none: it was acked or nacked, its lease expired, or it was never delivered.");
    }
}
