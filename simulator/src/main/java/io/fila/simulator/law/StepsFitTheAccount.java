package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.message.Place;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownMessage;
import org.jspecify.annotations.Nullable;

/** Each step of a message begins where the account has it, and ends where by the account it must be. */
final class StepsFitTheAccount extends Law {
    StepsFitTheAccount() {
        super("A message moves from where it is to where its state, its queue and the command say.");
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        Place before = message == null ? Place.NOWHERE : message.place();
        require(move.cause().leads(move.from(), move.to()), () -> "a move that its cause leads to", () -> move);
        require(before.equals(move.from()), () -> "a move from " + before, () -> move);
        boolean isNew = move.from() instanceof Place.Nowhere;
        require(isNew == (message == null), "one that was never accepted before, or one that is there", move);
    }

    @Override
    protected void moved(Step.Moved move, KnownMessage message) {
        boolean fits = move.to() instanceof Place.Quarantined there
                ? message.state() == KnownMessage.State.QUARANTINED
                        && there.queue().equals(message.queue().id())
                : message.place().equals(move.to());
        require(fits, () -> "a move to " + message.place(), () -> move);
    }
}
