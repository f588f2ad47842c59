package io.fila.server.grpc.message;

import io.fila.core.reply.Refusal;
import io.grpc.ServerCall;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The inbound side of a stream of batches. Items are taken in while few enough are under way, that is without a result
 * that the transport has taken; the next batch is asked for when this one is in. So a client that sends faster than the
 * broker commits is slowed down by the transport, and one that never reads its results is stopped. What waits here counts
 * together with what waits in other streams; when that is too much, a stream that adds to it should end.
 */
final class Inflow {
    /** Items a stream may have under way; further ones wait in their batch, further batches in the transport. */
    static final int ITEMS = 4096;

    /** The same while the broker as a whole has too much to do: a stream then waits for its own results. */
    static final int ITEMS_IN_A_CROWD = 1;

    /** Bytes of messages a stream may have under way; beyond it items wait likewise. */
    private static final long BYTES = 8L << 20;

    /** Bytes that an item with its result is counted for until that is sent, apart from what is in it. */
    private static final long RESULT_BYTES = 256;

    /** The items of a batch, one after the other. */
    interface Batch {
        /** What it takes up as long as one of its items is not taken in. */
        int bytes();

        boolean hasNext();

        /** Takes an item in, after it has been counted with {@link #take}. */
        void takeNext();
    }

    private final ServerCall<?, ?> call;
    private final IntSupplier room;
    private final StreamMemory memory;
    private final StreamMemory.Share share;
    private final AtomicInteger items = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicReference<@Nullable Batch> stalled = new AtomicReference<>();
    private volatile boolean idle;
    private volatile boolean stopped;
    private volatile boolean halfClosed;

    /**
     * An inflow that has asked for nothing yet.
     *
     * @param room how many items it may have under way now, up to {@link #ITEMS}: fewer while the broker has a lot to do
     */
    Inflow(ServerCall<?, ?> call, IntSupplier room, StreamMemory memory) {
        this.call = call;
        this.room = room;
        this.memory = memory;
        this.share = memory.open();
    }

    void start() {
        call.request(1);
    }

    // ---- event loop, or for a batch that waits the worker ----

    /** Takes the items of a batch in as far as there is room; the worker sees to the rest. */
    void takeIn(Batch batch) {
        while (batch.hasNext() && !stopped) {
            if (!hasRoom()) {
                stall(batch);
                return;
            }
            batch.takeNext();
        }
        idle = true;
    }

    private void stall(Batch batch) {
        share.hold(batch.bytes());
        stalled.set(batch);
        if (stopped) {
            var _ = dropStalled();
        }
    }

    private @Nullable Batch dropStalled() {
        Batch batch = stalled.getAndSet(null);
        if (batch != null) {
            share.release(batch.bytes());
        }
        return batch;
    }

    void halfClosed() {
        halfClosed = true;
    }

    /** Counts an item that is about to be taken in. */
    void take(int size) {
        items.incrementAndGet();
        bytes.addAndGet(size);
        share.hold(RESULT_BYTES);
    }

    // ---- any thread ----

    /** The broker has answered: it holds the bytes of the item now, or nobody does. */
    void answered(int size) {
        bytes.addAndGet(-size);
    }

    /** Nothing more is taken in. */
    void stop() {
        stopped = true;
        var _ = dropStalled();
    }

    /** The stream is gone: nothing of it waits any more. */
    void close() {
        stop();
        share.close();
    }

    // ---- worker ----

    /** The transport has taken results. */
    void written(int results) {
        items.addAndGet(-results);
        share.release(RESULT_BYTES * results);
    }

    /** Whether a batch that had to wait can go on; that takes time, so it is not for the broker thread. */
    boolean canResume() {
        return stalled.get() != null && !stopped && hasRoom();
    }

    void resume() {
        Batch batch = dropStalled();
        if (batch != null) {
            takeIn(batch);
        }
    }

    void requestIfIdle() {
        if (idle && !stopped && hasRoom()) {
            idle = false;
            call.request(1);
        }
    }

    /** Why the stream should end, if it should: too much waits in all streams, and some of it in this one. */
    @Nullable Refusal objection() {
        boolean adds = stalled.get() != null || (items.get() > 0 && !call.isReady());
        return adds && memory.isFull() ? memory.refusal() : null;
    }

    /** Whether the client has sent all it wants to send and has been told what became of it. */
    boolean isDone() {
        return items.get() == 0 && (stopped || (halfClosed && stalled.get() == null));
    }

    /** A stream that waits for nothing always has room, so that whoever waits has a result to wait for. */
    private boolean hasRoom() {
        int underWay = items.get();
        return underWay == 0 || (underWay < room.getAsInt() && bytes.get() < BYTES);
    }
}
