package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownMessage;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whoever leaves a lane undelivered, and not because somebody named it, stood at its front. */
final class OnlyTheFirstLeave extends Law {
    private static final Set<Cause> FROM_THE_FRONT = EnumSet.of(Cause.EXPIRED, Cause.CROWDED_OUT, Cause.PURGED);

    OnlyTheFirstLeave() {
        super("A message that is dropped was the first of its lane.");
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        if (message == null
                || message.state() != KnownMessage.State.PENDING
                || !FROM_THE_FRONT.contains(move.cause())) {
            return;
        }
        for (KnownMessage earlier : message.flow().pending()) {
            if (earlier == message) {
                return;
            }
            require(!earlier.lane().equals(message.lane()), () -> "first " + earlier, () -> message);
        }
    }
}
