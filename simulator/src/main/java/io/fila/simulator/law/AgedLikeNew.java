package io.fila.simulator.law;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.broker.Holdings;
import io.fila.core.journal.MemoryJournal;
import io.fila.simulator.model.Model;

/** An emptied broker holds no more than a new one: nothing leaked. */
final class AgedLikeNew extends Law {
    private final BrokerSettings settings;
    private final Model model;

    AgedLikeNew(BrokerSettings settings, Model model) {
        super("An emptied broker holds what a new one does: no memory, page, flow, timer or place in a line leaked.");
        this.settings = settings;
        this.model = model;
    }

    @Override
    protected void lifeEnds(Broker aged) {
        Holdings fresh =
                Broker.recover(settings, new MemoryJournal(), model.nowNanos()).holdings();
        require(aged.holdings().equals(fresh), () -> fresh, aged::holdings);
    }
}
