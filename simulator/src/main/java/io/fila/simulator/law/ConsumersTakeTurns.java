package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.consumer.ConsumerId;
import io.fila.simulator.model.KnownConsumer;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Among the consumers of a queue that have credit and room, deliveries go round. */
final class ConsumersTakeTurns extends Law {
    private final Model model;
    private final Map<ConsumerId, Turns> all = new HashMap<>();
    private long deliveries;

    ConsumersTakeTurns(Model model) {
        super("Between two deliveries to one consumer, every other that had credit and room all the time gets one.");
        this.model = model;
    }

    /** One consumer's turns, in deliveries of the broker. */
    private static final class Turns {
        long servedAt = -1;

        /** The last time it was seen without credit or room. */
        long unableAt;

        Turns(long now) {
            unableAt = now;
        }
    }

    @Override
    protected void restarts(Broker recovered) {
        all.clear();
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        deliveries++;
        if (queue == null) {
            return;
        }
        Turns served = turns(handover.connection().id());
        for (KnownConsumer other : queue.consumers()) {
            Turns turns = turns(other.id());
            if (!other.mayTake()) {
                turns.unableAt = deliveries;
            }
            boolean passedOver = turns.unableAt < served.servedAt && turns.servedAt < served.servedAt;
            require(
                    other.id().equals(handover.connection().id()) || !passedOver,
                    () -> "consumer " + other.id().value() + " to have its turn",
                    () -> handover);
        }
        served.servedAt = deliveries;
    }

    @Override
    protected void turnEnds(Observation seen) {
        for (KnownQueue queue : model.queues()) {
            for (KnownConsumer consumer : queue.consumers()) {
                if (!consumer.mayTake()) {
                    turns(consumer.id()).unableAt = deliveries;
                }
            }
        }
    }

    private Turns turns(ConsumerId id) {
        return all.computeIfAbsent(id, it -> new Turns(deliveries));
    }
}
