package io.fila.core.ready;

import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.FlowOwner;
import io.fila.core.fairness.Lane;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Message;
import io.fila.core.record.Snapshot;
import io.fila.core.tape.Tape;
import io.fila.core.turn.Turn;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The flows of one queue by fairness key. A flow is forgotten when it is idle and owes nothing. */
final class Flows implements Iterable<Flow> {
    /** The most idle flows kept because of their debt; with one more, the first debt is forgiven. */
    private static final int MOST_LINGERING = 10_000;

    private final FlowOwner owner;
    private final DeficitRoundRobin round;
    private final MemoryBudget memory;
    private final Map<String, Flow> byKey = new HashMap<>();
    private final ArrayDeque<Flow> finished = new ArrayDeque<>();
    private final ArrayDeque<Flow> lingering = new ArrayDeque<>();
    private long depth;

    Flows(FlowOwner owner, DeficitRoundRobin round, MemoryBudget memory) {
        this.owner = owner;
        this.round = round;
        this.memory = memory;
    }

    Flow of(String key) {
        Flow flow = byKey.get(key);
        if (flow == null) {
            flow = new Flow(owner, key, memory);
            byKey.put(key, flow);
            memory.takeFlow();
        }
        return flow;
    }

    /** The same in a turn, where whoever listens is told of a key that is new. */
    Flow of(String key, Turn turn) {
        Tape tape = turn.tape();
        if (tape != null && !byKey.containsKey(key)) {
            tape.remembered(owner.id(), key);
        }
        return of(key);
    }

    /** Messages that wait in all of them. */
    long depth() {
        return depth;
    }

    /** So many more wait, or less. */
    void count(long change) {
        depth += change;
    }

    @Nullable Flow find(String key) {
        return byKey.get(key);
    }

    /**
     * Forgets a flow that has become idle when the turn is over, or when it owes nothing any more. Not before: another of the
     * same key would count its positions anew, and this turn's records may still delete what stood there.
     */
    void finish(Flow flow) {
        if (!flow.isIdle()) {
            return;
        }
        if (round.remembers(flow)) {
            lingering.add(flow);
        } else {
            finished.add(flow);
        }
    }

    private void forget(Flow flow, Turn turn) {
        if (flow.isIdle() && byKey.remove(flow.key(), flow)) {
            memory.returnFlows(1);
            Tape tape = turn.tape();
            if (tape != null) {
                tape.forgotten(owner.id(), flow.key());
            }
        }
    }

    /** Forgets everything, and shows each message in memory once more. */
    void clear(Consumer<Message> each) {
        byKey.values()
                .forEach(flow -> flow.lanes().forEach(lane -> lane.backlog().release(each)));
        memory.returnFlows(byKey.size());
        byKey.clear();
        finished.clear();
        lingering.clear();
        depth = 0;
    }

    void forgetFinished(Turn turn) {
        while (!finished.isEmpty()) {
            forget(finished.remove(), turn);
        }
        while (lingering.size() > MOST_LINGERING || (!lingering.isEmpty() && !round.remembers(lingering.element()))) {
            forget(lingering.remove(), turn);
        }
    }

    /** All of them; none may come or go meanwhile. */
    @Override
    public Iterator<Flow> iterator() {
        return byKey.values().iterator();
    }

    /** The one with this key, if there is one. */
    List<Flow> only(String key) {
        Flow flow = byKey.get(key);
        return flow == null ? List.of() : List.of(flow);
    }

    SortedMap<String, Snapshot.OfFlow> snapshot() {
        SortedMap<String, Snapshot.OfFlow> all = new TreeMap<>();
        forEach(flow -> {
            SortedMap<String, Snapshot.OfLane> lanes = new TreeMap<>();
            for (Lane lane : flow.lanes()) {
                if (lane.backlog().size() > 0) {
                    lanes.put(
                            lane.id(),
                            new Snapshot.OfLane(
                                    lane.backlog().size(), lane.backlog().lastPosition()));
                }
            }
            if (!lanes.isEmpty()) {
                all.put(flow.key(), new Snapshot.OfFlow(flow.weight(), lanes));
            }
        });
        return all;
    }
}
