package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.BrokerSettings;
import io.fila.core.journal.MemoryJournal;
import io.fila.simulator.model.Model;
import java.util.List;

/** An emptied broker behaves like a new one: nothing leaked. */
final class AgedLikeNew extends Law {
    private final BrokerSettings settings;
    private final Model model;

    AgedLikeNew(BrokerSettings settings, Model model) {
        super("An emptied broker does what a new one does: no memory, page, flow, timer or credit leaked.");
        this.settings = settings;
        this.model = model;
    }

    @Override
    protected void lifeEnds(Broker aged) {
        long nowNanos = model.nowNanos();
        List<String> fresh =
                new Trial(settings, Broker.recover(settings, new MemoryJournal(), nowNanos), nowNanos).run();
        List<String> old = new Trial(settings, aged, nowNanos).run();
        for (int step = 0; step < fresh.size(); step++) {
            String wanted = fresh.get(step);
            String found = step < old.size() ? old.get(step) : "nothing";
            require(wanted.equals(found), () -> wanted, () -> found);
        }
        require(old.size() == fresh.size(), () -> fresh.size() + " steps", () -> old.size());
    }
}
