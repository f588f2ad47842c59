package io.fila.core.memory;

import io.fila.core.Limits;

/** What messages keep in memory, over all queues: flows, heads and dedup keys by number, bodies by bytes. */
public final class MemoryBudget {
    private final int windowPerFlow;
    private final int headsLimit;
    private int heads;
    private int flows;
    private int dedupKeys;
    private long bodyBytesFree;

    public MemoryBudget(Limits limits) {
        windowPerFlow = limits.windowPerFlow();
        headsLimit = limits.headsInMemory();
        bodyBytesFree = limits.bodyBytesInMemory();
    }

    /** How many more heads a flow that holds this many may take in. */
    public int roomForHeads(int held) {
        int fair = Math.max(Limits.MIN_WINDOW, Math.min(windowPerFlow, held + Math.max(0, headsLimit - heads)));
        return Math.max(0, fair - held);
    }

    public void takeHeads(int count) {
        heads += count;
    }

    public void returnHeads(int count) {
        heads -= count;
    }

    public void takeFlow() {
        flows++;
    }

    public void returnFlows(int count) {
        flows -= count;
    }

    public int flows() {
        return flows;
    }

    public void takeDedupKey() {
        dedupKeys++;
    }

    public void returnDedupKeys(int count) {
        dedupKeys -= count;
    }

    public int dedupKeys() {
        return dedupKeys;
    }

    public boolean takeBody(int bytes) {
        if (bytes > bodyBytesFree) {
            return false;
        }
        bodyBytesFree -= bytes;
        return true;
    }

    public void returnBody(int bytes) {
        bodyBytesFree += bytes;
    }

    public int windowPerFlow() {
        return windowPerFlow;
    }

    public int heads() {
        return heads;
    }

    public long bodyBytesFree() {
        return bodyBytesFree;
    }
}
