package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.Snapshot;
import io.fila.core.message.MessageId;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.Map;
import java.util.TreeMap;

/** After every turn, and after every restart, the broker knows what the model knows: nothing lost, nothing made up. */
final class MemoryMatchesModel extends Law {
    private final Model model;

    MemoryMatchesModel(Model model) {
        super("Each accepted message is in exactly one state, and the broker knows the same queues, flows and leases.");
        this.model = model;
    }

    @Override
    protected void turnEnds(Observation seen) {
        compare(seen.broker());
    }

    @Override
    protected void restarts(Broker recovered) {
        compare(recovered);
    }

    private void compare(Broker broker) {
        Snapshot snapshot = broker.snapshot();
        require(
                snapshot.queues().size() == model.queues().size(),
                () -> model.queues().stream().map(KnownQueue::name).toList().toString(),
                () -> snapshot.queues().keySet());
        Map<String, Map<MessageId, Snapshot.OfLease>> leases = new TreeMap<>();
        for (KnownMessage held : model.leases()) {
            leases.computeIfAbsent(held.queue().name().value(), name -> new TreeMap<>())
                    .put(
                            held.id(),
                            new Snapshot.OfLease(held.envelope(), held.attempts(), held.recordedDeadlineNanos()));
        }
        for (KnownQueue queue : model.queues()) {
            Snapshot.OfQueue known = snapshot.queues().get(queue.name());
            require(
                    known != null,
                    () -> "queue " + queue.name(),
                    () -> snapshot.queues().keySet());
            if (known != null) {
                require(
                        known.definition().equals(queue.definition()),
                        () -> queue.definition().toString(),
                        () -> known.definition());
                Map<MessageId, Snapshot.OfLease> held =
                        leases.getOrDefault(queue.name().value(), Map.of());
                require(known.leases().equals(held), () -> "leases " + held, () -> known.leases());
                compare(queue, known);
            }
        }
    }

    private void compare(KnownQueue queue, Snapshot.OfQueue known) {
        for (KnownFlow flow : queue.flows()) {
            if (!flow.isBacklogged()) {
                continue;
            }
            Snapshot.OfFlow inMemory = known.flows().get(flow.key());
            Snapshot.OfLane found = inMemory == null ? null : inMemory.lanes().get("");
            require(
                    inMemory != null
                            && found != null
                            && found.pending() == flow.pending().size()
                            && inMemory.weight() == flow.weight()
                            && found.lastPosition() >= flow.pending().getLast().position(),
                    () -> flow.pending().size() + " pending of weight " + flow.weight() + " in queue " + queue.name()
                            + ", key " + flow.key() + ", the last at "
                            + flow.pending().getLast().position(),
                    () -> String.valueOf(inMemory));
        }
        require(
                known.flows().size() == queue.activeKeys(),
                () -> queue.activeKeys() + " flows in queue " + queue.name(),
                () -> known.flows());
    }
}
