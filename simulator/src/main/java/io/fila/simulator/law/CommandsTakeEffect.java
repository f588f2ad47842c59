package io.fila.simulator.law;

import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.Model;
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

    private static final Set<Cause> TRIED_AGAIN = EnumSet.of(Cause.NACKED, Cause.DEAD_LETTERED);

    private final Model model;

    CommandsTakeEffect(Model model) {
        super(
                "A command that is accepted does what it says to the message it names; one that is refused does nothing.");
        this.model = model;
    }

    /** What the command must do to its message. */
    private record Effect(MessageId id, Set<Cause> causes) {
        Effect(MessageId id, Cause cause) {
            this(id, EnumSet.of(cause));
        }
    }

    @Override
    protected void decides(Sent sent, Expectation expected, List<Step.Moved> effects) {
        Answer answer = sent.answer();
        boolean done = answer != null && answer.accepted();
        Effect wanted = switch (sent.command()) {
            case Command.Enqueue enqueue -> stored(enqueue.id(), answer, Cause.ACCEPTED);
            case Command.EnqueueDeadLetter offer -> stored(offer.id(), answer, Cause.DEAD_LETTERED);
            case Command.Ack ack -> done ? new Effect(ack.id(), Cause.ACKED) : null;
            case Command.Extend extend -> done ? new Effect(extend.id(), Cause.EXTENDED) : null;
            case Command.Nack nack -> done ? new Effect(nack.id(), TRIED_AGAIN) : null;
            case Command.FailureDecided decided ->
                done ? new Effect(decided.failure().id(), TRIED_AGAIN) : null;
            case Command.Move move -> done ? new Effect(move.id(), Cause.MOVED) : null;
            case Command.Cancel _ -> cancelled(answer);
            case Command.SetAside aside -> isHeld(aside) ? new Effect(aside.id(), Cause.QUARANTINED) : null;
            default -> null;
        };
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

    private static @Nullable Effect stored(MessageId id, @Nullable Answer answer, Cause cause) {
        return answer != null && Accepted.stored(id).equals(answer.value()) ? new Effect(id, cause) : null;
    }

    private static @Nullable Effect cancelled(@Nullable Answer answer) {
        Cancelled told = answer != null && answer.value() instanceof Cancelled cancelled ? cancelled : Cancelled.NONE;
        MessageId gone = told.id();
        return gone == null ? null : new Effect(gone, Cause.CANCELLED);
    }

    private boolean isHeld(Command.SetAside aside) {
        KnownMessage message = model.message(aside.id());
        return message != null
                && message.isLeased()
                && message.leaseId() == aside.leaseId()
                && message.queue().id().equals(aside.queue());
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
