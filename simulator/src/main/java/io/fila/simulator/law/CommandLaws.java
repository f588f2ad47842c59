package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What commands are answered, and what they do. */
final class CommandLaws {
    private static final Set<Cause> BY_TIME =
            EnumSet.of(Cause.LEASE_EXPIRED, Cause.DEAD_LETTERED, Cause.CAME_DUE, Cause.EXPIRED, Cause.LEASED);

    private final Model model;

    CommandLaws(Model model) {
        this.model = model;
    }

    List<Law> all() {
        return List.of(
                new AnswersAreRight(),
                new CommandsTakeEffect(),
                Law.ofMoves(
                        "Each move has a cause that fits who makes it: time, a command, or a step of a purge or of a redrive.",
                        (move, message, by) -> maySo(move.cause(), by)));
    }

    /** A full queue drops its oldest for a new message; all else that a command does, it does to the message it names. */
    private static boolean maySo(Cause cause, @Nullable Command by) {
        return switch (cause) {
            case PURGED ->
                by instanceof Command.Purge || by instanceof Command.PageLoaded || by instanceof Command.ScheduleLoaded;
            case REDRIVEN ->
                by instanceof Command.Redrive
                        || by instanceof Command.RedriveDecided
                        || by instanceof Command.PageLoaded;
            case CROWDED_OUT -> by instanceof Command.Enqueue;
            default -> by != null || BY_TIME.contains(cause);
        };
    }

    /** Refusals and acceptances are those that the model expects: a disk that is low stops enqueues and nothing else. */
    private final class AnswersAreRight extends Law {
        AnswersAreRight() {
            super(
                    "Every command that asks is answered once, and accepted or refused as the state of the broker demands.");
        }

        @Override
        protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
            Answer answer = sent.answer();
            boolean right = answer == null
                    ? !sent.wantsAnswer() || expected.mayWait()
                    : answer.refusal() != null
                            ? expected.mayRefuse().contains(answer.refusal().code())
                                    && !answer.refusal().sentence().isBlank()
                            : expected.mayAccept()
                                    && (expected.value() == null
                                            || expected.value().equals(answer.value()));
            require(right, () -> expected, () -> sent.describe() + " answered " + answer);
        }

        /** Purges and redrives are judged when they are taken up. */
        @Override
        protected void answers(Sent sent, Answer answer, @Nullable Command during) {
            Refusal.Code found =
                    answer.refusal() == null ? null : answer.refusal().code();
            boolean right = switch (sent.command()) {
                case Command.Purge purge ->
                    (during instanceof Command.DeleteQueue || model.queue(purge.name()) == null) == (found != null);
                case Command.Redrive redrive
                when !(during instanceof Command.RedriveDecided) -> found == refusalOf(redrive, during);
                default -> true;
            };
            require(right, () -> sent.describe() + " answered " + answer);
        }

        private Refusal.@Nullable Code refusalOf(Command.Redrive redrive, @Nullable Command during) {
            if (!redrive.deadLetters().isDeadLetter()) {
                return Refusal.Code.INVALID_ARGUMENT;
            }
            if (during instanceof Command.DeleteQueue || model.queue(redrive.deadLetters()) == null) {
                return Refusal.Code.NOT_FOUND;
            }
            return model.queue(redrive.deadLetters().source()) == null ? Refusal.Code.FAILED_PRECONDITION : null;
        }
    }

    /** Answers match effects: a command moves the message it names, and no other. */
    private static final class CommandsTakeEffect extends Law {
        private static final Set<Cause> JUDGED_ELSEWHERE = EnumSet.of(Cause.CROWDED_OUT, Cause.PURGED, Cause.REDRIVEN);

        CommandsTakeEffect() {
            super(
                    "A command that is accepted does what it says to the message it names; one that is refused does nothing.");
        }

        @Override
        protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
            Answer answer = sent.answer();
            boolean done = answer == null ? !expected.mayWait() : answer.accepted();
            Expectation.Effect wanted = done ? expected.effect() : null;
            List<Step.Moved> moves = effects.stream()
                    .filter(move -> !JUDGED_ELSEWHERE.contains(move.cause()))
                    .toList();
            boolean right = wanted == null
                    ? moves.isEmpty()
                    : moves.size() == 1
                            && moves.getFirst().id().equals(wanted.id())
                            && wanted.causes().contains(moves.getFirst().cause());
            require(
                    right,
                    () -> "nothing but " + wanted,
                    () -> sent.describe() + " answered " + answer + " and did " + moves);
        }
    }
}
