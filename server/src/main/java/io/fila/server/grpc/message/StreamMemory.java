package io.fila.server.grpc.message;

import io.fila.core.reply.Refusal;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that wait in the streams of all clients: batches that could not be taken in yet, and items whose results have
 * not been sent. Any thread.
 */
public final class StreamMemory {
    private static final long GONE = Long.MIN_VALUE;

    private final long limit;
    private final AtomicLong held = new AtomicLong();

    public StreamMemory(long limit) {
        this.limit = limit;
    }

    /** Whether more waits than should; whoever adds to it then has to go. */
    boolean isFull() {
        return held.get() > limit;
    }

    /** Whether so much waits that nobody should be made to wait for others' sake. */
    boolean isHalfFull() {
        return held.get() > limit / 2;
    }

    Refusal refusal() {
        return Refusal.exhausted("Expected at most " + limit
                + " bytes to wait in streams but more do; read results as they come, send smaller batches, or raise"
                + " limits.bytes_waiting.");
    }

    long held() {
        return held.get();
    }

    Share open() {
        return new Share();
    }

    /** What one stream holds; all of it is given back when the stream is gone, whoever still counts. */
    final class Share {
        private final AtomicLong mine = new AtomicLong();

        private Share() {}

        void hold(long bytes) {
            change(bytes);
        }

        void release(long bytes) {
            change(-bytes);
        }

        void close() {
            long rest = mine.getAndSet(GONE);
            if (rest != GONE) {
                held.addAndGet(-rest);
            }
        }

        private void change(long bytes) {
            long before = mine.getAndUpdate(current -> current == GONE ? GONE : current + bytes);
            if (before != GONE) {
                held.addAndGet(bytes);
            }
        }
    }
}
