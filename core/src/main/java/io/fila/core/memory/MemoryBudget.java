package io.fila.core.memory;

import io.fila.core.Limits;
import io.fila.core.message.Body;
import io.fila.core.message.Message;

/** The memory that messages use over all queues: flows, heads and dedup keys by number, bodies by bytes. */
public final class MemoryBudget {
    /**
     * The fraction of the free heads that one lane may keep. So a few lanes have long windows, many lanes have short ones, and a
     * late one still finds room.
     */
    private static final int PART = 16;

    private final int windowPerLane;
    private final int headsLimit;
    private int heads;
    private int flows;
    private int dedupKeys;
    private long bodyBytesFree;

    public MemoryBudget(Limits limits) {
        windowPerLane = limits.windowPerLane();
        headsLimit = limits.headsInMemory();
        bodyBytesFree = limits.bodyBytesInMemory();
    }

    /** How many heads a lane may keep now. */
    public int window() {
        return Math.max(Limits.MIN_WINDOW, Math.min(windowPerLane, (headsLimit - heads) / PART));
    }

    /** How many more heads a lane that holds this many may take in. */
    public int roomForHeads(int held) {
        return Math.max(0, window() - held);
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

    /** Gives the memory of a message's body back, if it was counted. */
    public void releaseBody(Message message) {
        Body body = message.body();
        if (message.bodyRetained() && body != null) {
            returnBody(body.size());
            message.releaseBody();
        }
    }

    public int heads() {
        return heads;
    }

    public long bodyBytesFree() {
        return bodyBytesFree;
    }
}
