package io.fila.core.fairness;

import io.fila.core.memory.MemoryBudget;
import io.fila.core.queue.QueueId;

/** One tenant's part of one queue: its backlog, its weight, and its standing in the round. */
public final class Flow {
    private static final long NEVER = -1;

    private final QueueId queue;
    private final String key;
    private final Backlog backlog;
    private long weight = 1;
    private int inFlight;

    // Standing in the round, kept by DeficitRoundRobin.
    final Link seat = new Link(this);
    final Link newcomerSeat = new Link(this);
    boolean active;
    long deficit;
    long allocatedRound = NEVER;
    long borrowed;
    long borrowedRound = NEVER;

    // What the last record said of this flow.
    private long recordedPending;
    private long recordedLastPosition = -1;
    private long recordedWeight = 1;
    private boolean noted;

    public Flow(QueueId queue, String key, MemoryBudget memory) {
        this.queue = queue;
        this.key = key;
        this.backlog = new Backlog(memory);
    }

    public QueueId queue() {
        return queue;
    }

    public String key() {
        return key;
    }

    public Backlog backlog() {
        return backlog;
    }

    public long weight() {
        return weight;
    }

    public void weight(long newWeight) {
        weight = newWeight;
    }

    public int inFlight() {
        return inFlight;
    }

    public void leased() {
        inFlight++;
    }

    public void leaseEnded() {
        inFlight--;
    }

    public boolean isActive() {
        return active;
    }

    /** Nothing pending and nothing with a consumer: the flow may be forgotten. */
    public boolean isIdle() {
        return backlog.isEmpty() && inFlight == 0;
    }

    /** Marks the flow for a record at the end of the turn; true the first time. */
    public boolean note() {
        boolean first = !noted;
        noted = true;
        return first;
    }

    /** Ends the turn's bookkeeping; true if the disk would otherwise be told something out of date. */
    public boolean settle() {
        noted = false;
        boolean changed = recordedPending != backlog.size()
                || (!backlog.isEmpty() && (recordedLastPosition != backlog.lastPosition() || recordedWeight != weight));
        recordedPending = backlog.size();
        recordedLastPosition = backlog.lastPosition();
        recordedWeight = weight;
        return changed;
    }

    @Override
    public String toString() {
        return "Flow[" + key + " pending=" + backlog.size() + " deficit=" + deficit + " weight=" + weight + "]";
    }
}
