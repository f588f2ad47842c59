package io.fila.simulator.model;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.tape.Step;
import org.jspecify.annotations.Nullable;

/**
 * What each move of a message comes to. That it happened is told by the tape; where the message must be afterwards, and what else
 * changes, follows from the account alone. Only lanes and positions, which the broker gives out, are taken from the step.
 */
public final class Moves {
    private final Model model;
    private final Entries entries;
    private final Failures failures;

    public Moves(Model model) {
        this.model = model;
        this.entries = new Entries(model);
        this.failures = new Failures(model);
    }

    /**
     * Takes a move in.
     *
     * @param by the command whose effect it is; none if a timer has gone off or the scheduler has chosen
     */
    public KnownMessage take(Step.Moved move, @Nullable Command by) {
        KnownMessage message = switch (move.cause()) {
            case ACCEPTED -> entries.store((Command.Enqueue) needed(by, move));
            case DEAD_LETTERED ->
                move.from() instanceof Place.Nowhere
                        ? entries.store((Command.EnqueueDeadLetter) needed(by, move))
                        : known(move);
            default -> known(move);
        };
        switch (move.cause()) {
            case ACCEPTED, LEASED -> {}
            case CAME_DUE -> model.comeDue(message);
            case EXTENDED -> model.extend(message, model.extendedUntil((Command.Extend) needed(by, move)));
            case ACKED -> model.ack(message);
            case NACKED, LEASE_EXPIRED -> failures.fail(message, by);
            case DEAD_LETTERED -> {
                if (!(move.from() instanceof Place.Nowhere)) {
                    failures.fail(message, by);
                }
            }
            case REDRIVEN -> redrive(message, by);
            case MOVED -> model.carry(message, model.existing(((Command.Move) needed(by, move)).target()));
            case CANCELLED, PURGED -> model.drop(message);
            case EXPIRED -> {
                message.queue().doings.expire();
                model.drop(message);
            }
            case CROWDED_OUT -> {
                message.queue().doings.drop();
                model.drop(message);
            }
            case QUARANTINED -> model.setAside(message);
        }
        if (move.to() instanceof Place.Ready ready) {
            message.position = ready.position();
            message.lane = ready.lane();
        }
        return message;
    }

    /** Sends a dead letter back to its source, scheduled as a script says if one was asked, or as it was. */
    private void redrive(KnownMessage message, @Nullable Command by) {
        KnownQueue deadLetters = message.queue();
        KnownQueue source = model.existing(deadLetters.name().source());
        Scheduling again = by instanceof Command.RedriveDecided decided
                ? scheduling(decided, message.id())
                : message.envelope().scheduling();
        message.flow().held.remove(message);
        model.forget(message, 0);
        model.rebirth(message, again, source);
        if (again.isFallback()) {
            source.doings.fallBack();
        }
    }

    private static Scheduling scheduling(Command.RedriveDecided decided, MessageId id) {
        for (Command.Redriven one : decided.redriven()) {
            Scheduling scheduling = one.scheduling();
            if (one.id().equals(id) && scheduling != null) {
                return scheduling;
            }
        }
        throw new IllegalStateException("Expected a script to have taken message " + id + " back.");
    }

    private KnownMessage known(Step.Moved move) {
        return model.known(move.id());
    }

    private static Command needed(@Nullable Command by, Step.Moved move) {
        if (by == null) {
            throw new IllegalStateException("Expected a command to have caused " + move + " but there is none.");
        }
        return by;
    }
}
