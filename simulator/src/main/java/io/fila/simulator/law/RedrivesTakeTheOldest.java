package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.message.Scheduling;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which dead letters a redrive takes, and that it tells how many went back. */
final class RedrivesTakeTheOldest extends Law implements Law.OfSteps {
    private final Model model;
    private int moved;

    RedrivesTakeTheOldest(Model model) {
        super(
                "A redrive takes the oldest dead letters that are in line, up to its limit, none only if none can go back.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        moved = 0;
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        require(moved == 0, () -> moved + " moved that nobody was told of");
    }

    @Override
    public void happens(Step step) {
        KnownMessage message = step instanceof Step.Held held ? model.message(held.id()) : null;
        if (message != null) {
            KnownMessage first = first(message.queue());
            require(first == message, () -> first, () -> message);
        }
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (move.cause() == Cause.REDRIVEN) {
            require(message != null && message.isHeld(), () -> message + " that no redrive has taken up");
            moved++;
        }
    }

    @Override
    protected void answers(Sent sent, Answer answer, @Nullable Command during) {
        if (sent.command() instanceof Command.Redrive redrive) {
            int told = answer.value() instanceof Integer count ? count : 0;
            require(told == moved && told <= redrive.limit(), () -> moved, () -> answer);
            moved = 0;
            boolean wasAsked = during instanceof Command.RedriveDecided;
            require(told > 0 || !answer.accepted() || wasAsked || !oneCould(redrive), () -> answer);
        }
    }

    private boolean oneCould(Command.Redrive redrive) {
        KnownQueue deadLetters = model.queue(redrive.deadLetters());
        KnownQueue source = model.queue(redrive.deadLetters().source());
        KnownMessage first = deadLetters == null ? null : first(deadLetters);
        return source != null
                && first != null
                && source.room() > 0
                && model.knownQueues().haveRoomFor(source, first.envelope().fairnessKey(), model.limits());
    }

    /** The first of the lane that redrives take from. */
    private static @Nullable KnownMessage first(KnownQueue deadLetters) {
        KnownFlow flow = deadLetters.findFlow(Scheduling.DEFAULT_KEY);
        return flow == null
                ? null
                : flow.pending().stream()
                        .filter(message -> message.throttles().isEmpty())
                        .findFirst()
                        .orElse(null);
    }
}
