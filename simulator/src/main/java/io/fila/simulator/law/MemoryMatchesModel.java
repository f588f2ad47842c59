package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.core.message.MessageId;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import java.util.Map;
import java.util.TreeMap;

/** After every turn, and after every restart, the broker knows what the model knows: nothing lost, nothing made up. */
final class MemoryMatchesModel extends Law {
    private final Model model;

    MemoryMatchesModel(Model model) {
        super(
                "Each accepted message is in exactly one state, and the broker knows the same queues, lanes, delays and leases.");
        this.model = model;
    }

    @Override
    protected void knows(Snapshot snapshot) {
        require(
                snapshot.keys().equals(model.keys().all()),
                () -> model.keys().all().toString(),
                () -> snapshot.keys());
        require(
                snapshot.queues().size() == model.queues().size(),
                () -> model.queues().stream().map(KnownQueue::name).toList().toString(),
                () -> snapshot.queues().keySet());
        Map<String, Map<MessageId, Snapshot.OfLease>> leases = new TreeMap<>();
        for (KnownMessage held : model.leases()) {
            leases.computeIfAbsent(held.queue().name().value(), name -> new TreeMap<>())
                    .put(
                            held.id(),
                            new Snapshot.OfLease(
                                    held.envelope(), held.attempts(), held.recordedDeadlineNanos(), held.leaseId()));
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
        long backlogged = 0;
        for (KnownFlow flow : queue.flows()) {
            Map<String, Snapshot.OfLane> lanes = lanes(flow);
            if (lanes.isEmpty()) {
                continue;
            }
            backlogged++;
            Snapshot.OfFlow inMemory = known.flows().get(flow.key());
            require(
                    inMemory != null && inMemory.weight() == flow.weight() && agree(lanes, inMemory.lanes()),
                    () -> lanes + " of weight " + flow.weight() + " in queue " + queue.name() + ", key " + flow.key(),
                    () -> String.valueOf(inMemory));
        }
        long flows = backlogged;
        require(known.flows().size() == flows, () -> flows + " flows in queue " + queue.name(), () -> known.flows());
        require(
                known.scheduled() == queue.scheduled().size(),
                () -> queue.scheduled().size() + " scheduled in queue " + queue.name(),
                () -> known.scheduled());
    }

    /** Counts and last positions; later positions than the last of those that still wait may have been given out. */
    private static boolean agree(Map<String, Snapshot.OfLane> wanted, Map<String, Snapshot.OfLane> found) {
        return wanted.size() == found.size()
                && wanted.entrySet().stream().allMatch(entry -> {
                    Snapshot.OfLane lane = found.get(entry.getKey());
                    return lane != null
                            && lane.pending() == entry.getValue().pending()
                            && lane.lastPosition() >= entry.getValue().lastPosition();
                });
    }

    private static Map<String, Snapshot.OfLane> lanes(KnownFlow flow) {
        Map<String, Snapshot.OfLane> lanes = new TreeMap<>();
        for (KnownMessage message : flow.stored()) {
            lanes.merge(
                    message.lane(),
                    new Snapshot.OfLane(1, message.position()),
                    (one, other) -> new Snapshot.OfLane(
                            one.pending() + other.pending(), Math.max(one.lastPosition(), other.lastPosition())));
        }
        return lanes;
    }
}
