package io.fila.core.fairness;

import io.fila.core.Limits;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Flows of one queue with messages in memory, to try the round on without a broker around it. */
final class Flock {
    private static final QueueId QUEUE = new QueueId(1);

    private final DeficitRoundRobin round;
    private final MemoryBudget memory = new MemoryBudget(Limits.defaults()
            .but()
            .queues(1)
            .flows(Integer.MAX_VALUE)
            .inFlightPerQueue(1)
            .inFlightPerConsumer(1)
            .windowPerLane(Integer.MAX_VALUE)
            .headsInMemory(Integer.MAX_VALUE)
            .bodyBytesInMemory(Long.MAX_VALUE)
            .commandsPerTurn(1)
            .deliveriesPerTurn(1)
            .timersPerTurn(1)
            .pagesInFlight(1)
            .limits());
    private final Map<String, Flow> flows = new TreeMap<>();
    private long nextId;

    Flock(int quantum, int sparseAllowance) {
        round = new DeficitRoundRobin(quantum, sparseAllowance);
        round.expect(Integer.MAX_VALUE);
    }

    DeficitRoundRobin round() {
        return round;
    }

    Flow flow(String key) {
        return flows.computeIfAbsent(key, k -> new Flow(() -> QUEUE, k, memory));
    }

    Flow add(String key, int messages) {
        return add(key, 1, messages);
    }

    Flow add(String key, long weight, int messages) {
        Flow flow = flow(key);
        flow.weight(weight);
        for (int i = 0; i < messages; i++) {
            Envelope envelope = new Envelope(new MessageId(0, nextId++), new Scheduling(key, weight, List.of()), 0);
            Place place = new Place.Ready(QUEUE, key, "", flow.nextPosition());
            flow.lane(List.of()).add(new Message(envelope, 0, place, null));
        }
        if (!flow.isEmpty()) {
            round.activate(flow);
        }
        return flow;
    }

    /** Serves one message and tells whose it was. */
    @Nullable String serve() {
        Flow flow = round.next();
        if (flow == null) {
            return null;
        }
        Lane lane = flow.readyLane();
        if (lane == null || lane.backlog().poll() == null) {
            throw new AssertionError("the round chose " + flow + " which has no head");
        }
        round.served(flow);
        return flow.key();
    }

    List<String> serve(int times) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            String key = serve();
            if (key == null) {
                break;
            }
            keys.add(key);
        }
        return keys;
    }

    static Map<String, Integer> count(List<String> keys) {
        Map<String, Integer> counts = new TreeMap<>();
        keys.forEach(key -> counts.merge(key, 1, Integer::sum));
        return counts;
    }
}
