package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.hook.FailureDecision;
import io.fila.core.message.Place;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.QueueConfig;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
import org.jspecify.annotations.Nullable;

/** Each move begins where the last one ended, and leads to the queue, the key and the moment that its cause demands. */
final class MovesLeadWhereTheyMust extends Law {
    private final Model model;

    MovesLeadWhereTheyMust(Model model) {
        super("A message moves from where it is to where its state, its queue and the command say.");
        this.model = model;
    }

    /** How long from now a message waits in its next place. */
    private record Wait(long leastNanos, long mostNanos) {
        static final Wait NONE = new Wait(0, 0);

        static Wait of(long nanos) {
            return new Wait(nanos, nanos);
        }

        Wait atLeast(long nanos) {
            return new Wait(Math.max(leastNanos, nanos), Math.max(mostNanos, nanos));
        }

        boolean fits(long nanos) {
            return leastNanos <= nanos && nanos <= mostNanos;
        }
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        Place before = message == null ? Place.NOWHERE : message.place();
        boolean isNew = move.from() instanceof Place.Nowhere;
        require(
                move.cause().leads(move.from(), move.to()) && before.equals(move.from()) && isNew == (message == null),
                () -> "a move from " + before,
                () -> move);
    }

    @Override
    protected void moved(Step.Moved move, KnownMessage message, @Nullable Command by) {
        long now = model.nowNanos();
        boolean fits = switch (move.to()) {
            case Place.Nowhere _, Place.Quarantined _ -> true;
            case Place.Ready ready ->
                ready.fairnessKey().equals(message.flow().key())
                        && wait(move, message, by).fits(0);
            case Place.Scheduled at -> wait(move, message, by).fits(at.dueNanos() - now);
            case Place.Leased lease -> lease.deadlineNanos() == deadline(message, by);
        };
        boolean gone = move.to() instanceof Place.Nowhere;
        require(
                fits && (gone || message.queue().id().equals(move.to().queue())),
                () -> "a wait of " + wait(move, message, by),
                () -> move + " of " + message + " at " + now);
        if (move.cause() == Cause.DEAD_LETTERED || isRetry(move.cause())) {
            boolean givenUp = move.from() instanceof Place.Nowhere || isGivenUp(message, move, by);
            require(givenUp != isRetry(move.cause()), () -> givenUp ? "a dead letter" : "a retry", () -> message);
        }
    }

    private static boolean isRetry(Cause cause) {
        return cause == Cause.NACKED || cause == Cause.LEASE_EXPIRED;
    }

    /** Whether the try that failed was the last one in the queue that it was tried in. */
    private boolean isGivenUp(KnownMessage message, Step.Moved move, @Nullable Command by) {
        var tried = move.from().queue() == null ? null : model.queue(move.from().queue());
        QueueConfig config = tried == null ? message.queue().config() : tried.config();
        boolean last = config.maxAttempts() > 0 && message.attempts() >= config.maxAttempts();
        boolean buried =
                by instanceof Command.FailureDecided decided && decided.decision() instanceof FailureDecision.Bury;
        return (last || buried) && (tried == null || !tried.name().isDeadLetter());
    }

    private long deadline(KnownMessage message, @Nullable Command by) {
        return by instanceof Command.Extend extend
                ? model.extendedUntil(extend)
                : model.nowNanos()
                        + message.queue().config().visibilityTimeout().toNanos();
    }

    private Wait wait(Step.Moved move, KnownMessage message, @Nullable Command by) {
        long now = model.nowNanos();
        return switch (move.cause()) {
            case ACCEPTED ->
                by instanceof Command.Enqueue enqueue
                        ? Wait.of(enqueue.options().readyAtNanos(now) - now).atLeast(0)
                        : Wait.NONE;
            case MOVED ->
                move.from() instanceof Place.Scheduled at
                        ? Wait.of(at.dueNanos() - now).atLeast(0)
                        : Wait.NONE;
            case NACKED ->
                by instanceof Command.FailureDecided decided
                                && decided.decision() instanceof FailureDecision.Retry retry
                        ? Wait.of(retry.delay().toNanos()).atLeast(message.retryAfterNanos())
                        : backoff(message).atLeast(message.retryAfterNanos());
            default -> Wait.NONE;
        };
    }

    /** Doubled a failure at a time up to the longest, and up to half of it less. */
    private static Wait backoff(KnownMessage message) {
        Backoff backoff = message.queue().config().backoff();
        long longest = backoff.longest().toNanos();
        long nanos = backoff.first().toNanos();
        for (int failure = 1; failure < message.attempts() && nanos < longest; failure++) {
            nanos *= 2;
        }
        long most = Math.min(nanos, longest);
        return new Wait(most - most / 2, most);
    }
}
