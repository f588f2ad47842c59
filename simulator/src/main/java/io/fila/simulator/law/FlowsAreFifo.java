package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** Inside a flow the order of acceptance is the order of delivery; a returned message queues up again at the back. */
final class FlowsAreFifo extends Law {
    FlowsAreFifo() {
        super("Inside a flow messages are delivered first in, first out; one that came back goes to the back.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (message != null && message.flow().isBacklogged()) {
            KnownMessage first = message.flow().pending().getFirst();
            require(first == message, () -> first.toString(), () -> handover);
        }
    }
}
