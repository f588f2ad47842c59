package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.simulator.model.KnownQueues;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Queues are made when they must be, the dead letter queue with its source, under numbers that the process has not used. */
final class QueuesAreMadeAsAsked extends Law {
    private final Model model;
    private final Set<Long> usedNumbers = new HashSet<>();

    QueuesAreMadeAsAsked(Model model) {
        super(
                "Queues are recorded as asked for, dead letter queues with their source or when needed, with numbers never used before.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        usedNumbers.clear();
        model.queues().forEach(queue -> usedNumbers.add(queue.id().value()));
    }

    @Override
    protected void turnEnds(Observation seen) {
        List<String> made = new ArrayList<>();
        for (Record change : seen.turn().records()) {
            if (change instanceof QueueCreated created) {
                made.add(KnownQueues.describe(created));
                boolean isNew = usedNumbers.add(created.id().value());
                require(isNew || model.knownQueues().isRedefined(created), "a number not used before", created);
            }
        }
        require(
                made.equals(model.knownQueues().defined()),
                () -> model.knownQueues().defined().toString(),
                () -> made);
    }
}
