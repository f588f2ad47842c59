package io.fila.simulator.model;

import io.fila.core.record.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** One key of one queue, and its ready messages in the order in which they came. */
public final class KnownFlow {
    private final KnownQueue queue;
    private final String key;
    private final List<KnownMessage> pending = new ArrayList<>();
    private final List<KnownMessage> held = new ArrayList<>();

    // Looked for when somebody asks, and kept until something changes: every law asks, every turn.
    private final Map<String, KnownMessage> heads = new LinkedHashMap<>();
    private final SortedMap<String, Snapshot.OfLane> lanes = new TreeMap<>();

    int leased;
    private long weight;
    private long weightChanges;

    /** Whether messages remain from before the process started: they may be only on disk. */
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

    public long weight() {
        return weight;
    }

    /** How often its weight has changed. */
    public long weightChanges() {
        return weightChanges;
    }

    void weigh(long newWeight) {
        weightChanges += newWeight == weight ? 0 : 1;
        weight = newWeight;
    }

    /** Those in line, in order. */
    public List<KnownMessage> pending() {
        return pending;
    }

    /** All that is ready, in line or held. */
    public List<KnownMessage> stored() {
        List<KnownMessage> all = new ArrayList<>(pending);
        all.addAll(held);
        return all;
    }

    /** The place of whoever stands last; -1 if nobody does. */
    long lastPosition() {
        long ofHeld = held.stream().mapToLong(KnownMessage::position).max().orElse(-1);
        return pending.isEmpty() ? ofHeld : Math.max(ofHeld, pending.getLast().position());
    }

    /** How many are ready, in line or held. */
    public int depth() {
        return pending.size() + held.size();
    }

    /** The first message of each lane. */
    public Collection<KnownMessage> heads() {
        if (heads.isEmpty()) {
            pending.forEach(message -> heads.putIfAbsent(message.lane(), message));
        }
        return heads.values();
    }

    /** How many messages of each lane are ready, and where the last of them stands. */
    public SortedMap<String, Snapshot.OfLane> lanes() {
        if (lanes.isEmpty()) {
            for (KnownMessage message : stored()) {
                lanes.merge(
                        message.lane(),
                        new Snapshot.OfLane(1, message.position()),
                        (one, other) -> new Snapshot.OfLane(
                                one.pending() + 1, Math.max(one.lastPosition(), other.lastPosition())));
            }
        }
        return lanes;
    }

    public boolean isBacklogged() {
        return !pending.isEmpty();
    }

    /** Something ready or with a consumer. */
    public boolean isInUse() {
        return isBacklogged() || !held.isEmpty() || leased > 0;
    }

    /** Whether the first message of each lane is in memory, unless its page is being read. */
    public boolean hasHeadsInMemory() {
        return !recovered;
    }

    void restart() {
        List.copyOf(held).forEach(message -> hold(message, false));
        recovered = isBacklogged();
        weigh(recovered ? weight : 1);
    }

    void add(KnownMessage message) {
        pending.add(message);
        changed();
    }

    void remove(KnownMessage message) {
        message.held = false;
        changed();
        held.remove(message);
        pending.remove(message);
        recovered &= isBacklogged();
    }

    /** A redrive takes the message out of its lane, or puts it back in its place. */
    void hold(KnownMessage message, boolean taken) {
        remove(message);
        message.held = taken;
        (taken ? held : pending).add(message);
        pending.sort(Comparator.comparingLong(KnownMessage::position));
        changed();
    }

    private void changed() {
        heads.clear();
        lanes.clear();
    }
}
