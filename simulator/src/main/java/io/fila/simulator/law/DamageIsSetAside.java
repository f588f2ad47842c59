package io.fila.simulator.law;

import io.fila.core.journal.Effect;
import io.fila.core.message.Place;
import io.fila.core.record.EntryDamaged;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/** A damaged entry goes to the quarantine and is told of; it is never dropped in silence. */
final class DamageIsSetAside extends Law {
    private int lost;

    DamageIsSetAside() {
        super("A damaged entry is set aside once and reported, and only a damaged one is.");
    }

    @Override
    protected void turnBegins(Observation seen) {
        lost = 0;
    }

    @Override
    protected void loses(Place.Ready place, @Nullable KnownMessage message) {
        require(message != null, "a waiting message", place);
        lost++;
    }

    @Override
    protected void turnEnds(Observation seen) {
        long recorded = seen.turn().records().stream()
                .filter(change -> change instanceof EntryDamaged)
                .count();
        long reported = seen.turn().effects().stream()
                .filter(effect -> effect instanceof Effect.Report)
                .count();
        require(recorded == lost, () -> lost + " damaged entries in the pages that came back", () -> recorded);
        require(reported == recorded, () -> recorded + " reports", () -> reported);
    }
}
