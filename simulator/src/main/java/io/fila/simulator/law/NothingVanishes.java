package io.fila.simulator.law;

import io.fila.simulator.model.KnownMessage;

/** A message that is there no more was acked, or somebody can say why it is not. */
final class NothingVanishes extends Law {
    NothingVanishes() {
        super(
                "A message leaves when it is acked, too old, crowded out by another, purged, cancelled, or with its queue; never else.");
    }

    @Override
    protected void vanishes(KnownMessage message) {
        require(false, () -> "it to stay", () -> message);
    }
}
