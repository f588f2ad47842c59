package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.NackReason;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.Backoff;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Throttles;
import org.jspecify.annotations.Nullable;

/** What becomes of a message that a consumer could not handle or kept too long. */
public final class Failures {
    private static final String EXPIRED = "the lease expired";

    private final Model model;

    public Failures(Model model) {
        this.model = model;
    }

    /** A try has failed, because a consumer or a script said so, or because the time of its lease was up. */
    void fail(KnownMessage message, @Nullable Command by) {
        switch (by) {
            case null -> fail(message, FailureDecision.RETRY_AT_ONCE, EXPIRED, 0);
            case Command.Nack nack ->
                fail(
                        message,
                        FailureDecision.BACK_OFF,
                        nack.reason().error(),
                        nack.reason().retryAfterNanos());
            case Command.FailureDecided decided ->
                fail(message, decided.decision(), decided.failure().error(), message.retryAfterNanos);
            default ->
                throw new IllegalStateException("Expected nothing to fail by " + by + " but " + message + " did.");
        }
    }

    /** Whether a script is asked about this failure before anything happens. */
    boolean asksScript(KnownMessage message) {
        return message.queue().config().hasOnFailure() && !isLast(message, message.attempts + 1);
    }

    /** Whether the consumer wants a key to be held that is not one of the message's own. */
    boolean holdsAForeignKey(KnownMessage message, NackReason reason) {
        return holds(reason) && !message.envelope().scheduling().throttleKeys().contains(reason.holdThrottleKey());
    }

    private static boolean holds(NackReason reason) {
        return !reason.holdThrottleKey().isEmpty() && reason.retryAfterNanos() > 0;
    }

    /** Holds the key a consumer names; from now on a script may have to decide. */
    void note(Command.Nack nack) {
        KnownMessage message = model.known(nack.id());
        NackReason reason = nack.reason();
        if (holds(reason)) {
            long longest = Math.min(reason.retryAfterNanos(), Throttles.MAX_HOLD.toNanos());
            model.config().hold(reason.holdThrottleKey(), model.nowNanos() + longest, model.nowNanos());
        }
        if (asksScript(message)) {
            message.inQuestion = true;
            message.retryAfterNanos = reason.retryAfterNanos();
        }
    }

    Expectation expect(Command.FailureDecided decided) {
        return isInQuestion(decided) ? Expectation.ACCEPT : Expectation.refuse(Refusal.Code.NOT_FOUND);
    }

    /** The answer must be about the try that was asked about, not about a later one. */
    private boolean isInQuestion(Command.FailureDecided decided) {
        Failure failure = decided.failure();
        KnownMessage message = model.message(failure.id());
        return message != null
                && message.state == KnownMessage.State.LEASED
                && message.queue().id().equals(decided.queue())
                && message.inQuestion
                && message.attempts + 1 == failure.attempts();
    }

    private void fail(KnownMessage message, FailureDecision decision, String reason, long retryAfterNanos) {
        message.attempts++;
        long wanted =
                decision instanceof FailureDecision.Retry retry ? retry.delay().toNanos() : backoffNanos(message);
        long delayNanos = Math.max(wanted, retryAfterNanos);
        boolean givenUp = decision instanceof FailureDecision.Bury || isLast(message, message.attempts);
        if (givenUp && !message.queue().name().isDeadLetter()) {
            model.endLease(message);
            bury(message, reason);
        } else if (delayNanos > 0) {
            model.endLease(message);
            model.schedule(message, model.nowNanos() + delayNanos);
        } else {
            model.join(message);
            model.endLease(message);
        }
    }

    /** Doubled a failure at a time up to the longest, and up to half of it less, by the message and the try. */
    private static long backoffNanos(KnownMessage message) {
        Backoff backoff = message.queue().config().backoff();
        long nanos = backoff.first().toNanos();
        for (int failure = 1;
                failure < message.attempts && nanos < backoff.longest().toNanos();
                failure++) {
            nanos *= 2;
        }
        nanos = Math.min(nanos, backoff.longest().toNanos());
        long mixed = (31L * message.id().hashCode() + message.attempts) * 0x9E3779B9L & 0xFFFF_FFFFL;
        return nanos - nanos / 2 * (mixed >> 22) / 1024;
    }

    private void bury(KnownMessage message, String reason) {
        KnownQueue source = message.queue();
        model.forget(message, 0);
        KnownQueue deadLetters = model.knownQueues().deadLettersOf(source, model.nowNanos());
        message.envelope(
                message.envelope().buried(new DeadLetter(reason, source.name().value(), model.nowNanos())));
        message.flow = deadLetters.flow(Scheduling.DEFAULT_KEY);
        model.join(message);
    }

    private static boolean isLast(KnownMessage message, int attempts) {
        int most = message.queue().config().maxAttempts();
        return most > 0 && attempts >= most;
    }
}
