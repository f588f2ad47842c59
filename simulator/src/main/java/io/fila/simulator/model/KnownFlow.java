package io.fila.simulator.model;

import java.util.ArrayList;
import java.util.List;

/** One key of one queue: its pending messages in the order in which they must be delivered. */
public final class KnownFlow {
    private final KnownQueue queue;
    private final String key;
    final List<KnownMessage> pending = new ArrayList<>();
    int leased;
    private long weight;
    private boolean reweighted;

    /** How often the flow has run empty: while this stays the same and there is a backlog, there always was one. */
    private long timesEmptied;

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

    public List<KnownMessage> pending() {
        return pending;
    }

    public long weight() {
        return weight;
    }

    /** Whether the weight has changed since the process came up: then a debt may be larger than an allocation. */
    public boolean isReweighted() {
        return reweighted;
    }

    void weigh(long newWeight) {
        reweighted |= weight != 0 && weight != newWeight;
        weight = newWeight;
    }

    void forgetReweighting() {
        reweighted = false;
    }

    public long timesEmptied() {
        return timesEmptied;
    }

    public boolean isBacklogged() {
        return !pending.isEmpty();
    }

    /** Something pending or with a consumer. */
    public boolean isInUse() {
        return isBacklogged() || leased > 0;
    }

    void remove(KnownMessage message) {
        pending.remove(message);
        if (pending.isEmpty()) {
            timesEmptied++;
        }
    }
}
