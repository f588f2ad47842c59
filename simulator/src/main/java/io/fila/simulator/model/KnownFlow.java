package io.fila.simulator.model;

import io.fila.core.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** One key of one queue: its pending messages in the order in which they must be delivered, lane by lane. */
public final class KnownFlow {
    private final KnownQueue queue;
    private final String key;
    private final List<KnownMessage> pending = new ArrayList<>();

    /** How many in line have which throttles. */
    private final Map<SortedSet<String>, Integer> kinds = new HashMap<>();

    /** Whether there were so many kinds, since the flow was last empty, that some may share a lane. */
    private boolean crowded;

    final List<KnownMessage> held = new ArrayList<>();
    int leased;
    private long weight;
    private boolean reweighted;
    private long weightChanges;

    /** The greatest weight it had before its present one, while it had the backlog it has. */
    private long formerWeight;

    /** How often the flow has run empty: while this stays the same and there is a backlog, there always was one. */
    private long timesEmptied;

    /** Whether something has been in line since before the process came up: it may be on disk alone. */
    private boolean recovered;

    KnownFlow(KnownQueue queue, String key) {
        this.queue = queue;
        this.key = key;
    }

    public KnownQueue queue() {
        return queue;
    }

    public String key() {
        return key;
    }

    /** Those in line, in order. */
    public List<KnownMessage> pending() {
        return pending;
    }

    /** All that is stored of it and waits, in line or held. */
    public List<KnownMessage> stored() {
        List<KnownMessage> all = new ArrayList<>(pending);
        all.addAll(held);
        return all;
    }

    /** The first message of each lane, whose lanes are all known between turns. */
    public Collection<KnownMessage> heads() {
        Map<String, KnownMessage> first = new LinkedHashMap<>();
        pending.forEach(message -> first.putIfAbsent(message.lane(), message));
        return first.values();
    }

    public long weight() {
        return weight;
    }

    /** Whether the weight has changed since the process came up: then a debt may be larger than an allocation. */
    public boolean isReweighted() {
        return reweighted;
    }

    public long weightChanges() {
        return weightChanges;
    }

    public long formerWeight() {
        return formerWeight;
    }

    void weigh(long newWeight) {
        if (weight != 0 && weight != newWeight) {
            reweighted = true;
            weightChanges++;
            formerWeight = Math.max(formerWeight, weight);
        }
        weight = newWeight;
    }

    void restart() {
        putAllBack();
        recovered = isBacklogged();
        if (!recovered) {
            weigh(1);
        }
    }

    void forgetReweighting() {
        reweighted = false;
    }

    /** Whether the first message of each of its lanes is in memory, unless somebody has sent for it. */
    public boolean hasHeadsInMemory() {
        return !recovered;
    }

    public long timesEmptied() {
        return timesEmptied;
    }

    public boolean isBacklogged() {
        return !pending.isEmpty();
    }

    /** Something pending or with a consumer. */
    public boolean isInUse() {
        return isBacklogged() || !held.isEmpty() || leased > 0;
    }

    /** The sets of throttles that messages in line have. */
    Collection<SortedSet<String>> kinds() {
        return kinds.keySet();
    }

    public boolean isCrowded() {
        return crowded;
    }

    void add(KnownMessage message) {
        pending.add(message);
        kinds.merge(message.throttles(), 1, Integer::sum);
        crowded |= kinds.size() >= Limits.LANES_PER_FLOW - 1;
    }

    void remove(KnownMessage message) {
        pending.remove(message);
        kinds.computeIfPresent(message.throttles(), (kind, count) -> count == 1 ? null : count - 1);
        if (pending.isEmpty()) {
            timesEmptied++;
            formerWeight = 0;
            crowded = false;
            recovered = false;
        }
    }

    /** A redrive has taken the message up: it is out of the line, and still stored. */
    void hold(KnownMessage message) {
        message.state = KnownMessage.State.HELD;
        remove(message);
        held.add(message);
    }

    /** Puts a message that was held back in line, where it stood. */
    void putBack(KnownMessage message) {
        held.remove(message);
        message.state = KnownMessage.State.PENDING;
        add(message);
        pending.sort(Comparator.comparingLong(KnownMessage::position));
    }

    private void putAllBack() {
        List.copyOf(held).forEach(this::putBack);
    }
}
