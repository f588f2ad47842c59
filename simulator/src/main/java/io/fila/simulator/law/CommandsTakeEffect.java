package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Sent;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers match effects: a command moves the message it names, and no other. */
final class CommandsTakeEffect extends Law {
    private static final Set<Cause> BY_TIME =
            EnumSet.of(Cause.LEASE_EXPIRED, Cause.DEAD_LETTERED, Cause.CAME_DUE, Cause.EXPIRED, Cause.LEASED);

    /** Steps of purges and redrives go on when pages come. */
    private static final Set<Cause> STEP_BY_STEP = EnumSet.of(Cause.PURGED, Cause.REDRIVEN);

    CommandsTakeEffect() {
        super(
                "A command that is accepted does what it says to the message it names; one that is refused does nothing.");
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        Answer answer = sent.answer();
        boolean done = answer == null ? !expected.mayWait() : answer.accepted();
        Expectation.Effect wanted = done ? expected.effect() : null;
        List<Step.Moved> others = effects.stream()
                .filter(move -> move.cause() != Cause.CROWDED_OUT && !STEP_BY_STEP.contains(move.cause()))
                .toList();
        boolean right = wanted == null
                ? others.isEmpty()
                : others.size() == 1
                        && others.getFirst().id().equals(wanted.id())
                        && wanted.causes().contains(others.getFirst().cause());
        require(
                right,
                () -> "nothing but " + wanted,
                () -> sent.describe() + " answered " + answer + " and did " + others);
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        boolean may = switch (by) {
            case null -> BY_TIME.contains(move.cause());
            case Command.Purge _, Command.ScheduleLoaded _ -> move.cause() == Cause.PURGED;
            case Command.Redrive _, Command.RedriveDecided _ -> move.cause() == Cause.REDRIVEN;
            case Command.PageLoaded _ -> STEP_BY_STEP.contains(move.cause());
            case Command.Enqueue _ -> !STEP_BY_STEP.contains(move.cause());
            default -> !STEP_BY_STEP.contains(move.cause()) && move.cause() != Cause.CROWDED_OUT;
        };
        require(
                may,
                () -> "nothing of that kind by "
                        + (by == null ? "time" : by.getClass().getSimpleName()),
                () -> move);
    }
}
