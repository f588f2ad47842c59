package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** The limit on what consumers hold of one key at a time. */
final class KeysInFlightAreBounded extends Law {
    KeysInFlightAreBounded() {
        super("Nothing of a key is delivered while consumers hold as much of it as max_in_flight_per_key lets them.");
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        require(queue == null || message == null || !queue.isBusy(message.flow()), "nothing of that key", handover);
    }
}
