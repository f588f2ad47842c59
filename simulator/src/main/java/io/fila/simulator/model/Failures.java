package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Scheduling;
import io.fila.core.reply.Refusal;

/** What becomes of a message that a consumer could not handle or kept too long. */
public final class Failures {
    private static final String EXPIRED = "the lease expired";

    private final Model model;

    public Failures(Model model) {
        this.model = model;
    }

    /** The time of a lease is up. */
    public void expire(KnownMessage message) {
        fail(message, FailureDecision.RETRY_AT_ONCE, EXPIRED);
    }

    /** Whether a script is asked about this failure before anything happens. */
    boolean asksScript(KnownMessage message) {
        return message.queue().config().hasOnFailure() && !isLast(message, message.attempts + 1);
    }

    void nack(Command.Nack nack) {
        KnownMessage message = model.message(nack.id());
        if (message == null) {
            throw new IllegalStateException("Expected message " + nack.id() + " to be known.");
        }
        if (asksScript(message)) {
            message.inQuestion = true;
        } else {
            fail(message, FailureDecision.RETRY_AT_ONCE, nack.complaint().error());
        }
    }

    Expectation expect(Command.FailureDecided decided) {
        return isInQuestion(decided) ? Expectation.ACCEPT : Expectation.refuse(Refusal.Code.NOT_FOUND);
    }

    void decide(Command.FailureDecided decided) {
        KnownMessage message = model.message(decided.failure().id());
        if (message != null && isInQuestion(decided)) {
            fail(message, decided.decision(), decided.failure().error());
        }
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

    private void fail(KnownMessage message, FailureDecision decision, String reason) {
        model.touch(message);
        message.attempts++;
        boolean givenUp = decision instanceof FailureDecision.Bury || isLast(message, message.attempts);
        if (givenUp && !message.queue().name().isDeadLetter()) {
            model.endLease(message);
            bury(message, reason);
        } else if (decision instanceof FailureDecision.Retry retry
                && retry.delay().isPositive()) {
            model.endLease(message);
            model.schedule(message, model.nowNanos() + retry.delay().toNanos());
        } else {
            model.join(message);
            model.endLease(message);
        }
    }

    private void bury(KnownMessage message, String reason) {
        KnownQueue source = message.queue();
        model.forget(message, 0);
        KnownQueue deadLetters = model.deadLettersOf(source);
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
