package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Refusals and acceptances are those that the model expects: a disk that is low stops enqueues and nothing else. */
final class AnswersAreRight extends Law {
    private final Model model;

    AnswersAreRight(Model model) {
        super("Every command that asks is answered once, and accepted or refused as the state of the broker demands.");
        this.model = model;
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        Answer answer = sent.answer();
        boolean right;
        if (answer == null) {
            right = !sent.wantsAnswer() || expected.mayWait();
        } else if (answer.refusal() != null) {
            right = expected.mayRefuse().contains(answer.refusal().code())
                    && !answer.refusal().sentence().isBlank();
        } else {
            right = expected.mayAccept()
                    && (expected.value() == null || expected.value().equals(answer.value()));
        }
        require(right, () -> expected, () -> sent.describe() + " answered " + answer);
    }

    /** Purges and redrives are judged when they are taken up. */
    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        Refusal.Code found = answer.refusal() == null ? null : answer.refusal().code();
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
