package io.fila.server.enqueue;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the bytes of messages that are received but not yet answered, over all connections. The inbox limits only their number.
 * Thread-safe.
 */
public final class BytesUnderWay {
    private final long limit;
    private final AtomicLong taken = new AtomicLong();

    public BytesUnderWay(long limit) {
        this.limit = limit;
    }

    /** Reserves bytes if there is room. A single message always fits; otherwise it could never be sent. */
    public boolean take(int bytes) {
        long before = taken.getAndAdd(bytes);
        if (before > 0 && before + bytes > limit) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    public void giveBack(int bytes) {
        taken.addAndGet(-bytes);
    }

    /** Whether whoever can wait should: what is left is for those who would be refused. */
    public boolean isCrowded() {
        return taken.get() > limit / 2;
    }

    public long limit() {
        return limit;
    }
}
