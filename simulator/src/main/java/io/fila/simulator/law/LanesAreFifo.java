package io.fila.simulator.law;

import io.fila.core.message.Place;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/**
 * Inside a lane the order of acceptance is the order of delivery; a returned message queues up again at the back. A lane
 * is what has the same throttle keys; when a flow has too many sets of them, the rest share a lane.
 */
final class LanesAreFifo extends Law {
    LanesAreFifo() {
        super("Inside a lane messages are delivered first in, first out; one that came back goes to the back.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (message == null) {
            return;
        }
        for (KnownMessage earlier : message.flow().pending()) {
            if (earlier == message) {
                return;
            }
            require(!mustGoBefore(earlier, message), () -> earlier.toString(), () -> handover);
        }
    }

    @Override
    protected void moved(Step.Moved move, KnownMessage message) {
        if (move.to() instanceof Place.Ready ready) {
            for (KnownMessage other : message.flow().stored()) {
                require(
                        other == message || other.position() < ready.position(),
                        () -> "a place behind " + other,
                        () -> move);
            }
        }
    }

    /** While a message waits in a lane of its own, later ones of the same kind stand behind it there. */
    private static boolean mustGoBefore(KnownMessage earlier, KnownMessage later) {
        if (isShared(earlier)) {
            return isShared(later);
        }
        return earlier.throttles().equals(later.throttles());
    }

    private static boolean isShared(KnownMessage message) {
        return message.lane().equals(KnownMessage.SHARED_LANE);
    }
}
