package io.fila.cluster;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How much of the log is kept although it is in the database: a node that was away for a while then gets what it missed from the log,
 * and not a copy of everything. Any thread.
 */
final class Retention {
    private static final long MARK_BYTES = 1 << 20;

    private final long retainedBytes;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private long bytes;
    private long markedBytes;
    private long held = Long.MAX_VALUE;

    /** How many bytes of entries had been applied at an index. */
    private record Mark(long index, long bytes) {}

    Retention(long retainedBytes) {
        this.retainedBytes = retainedBytes;
    }

    synchronized void applied(long index, int entryBytes) {
        bytes += entryBytes;
        if (bytes - markedBytes >= MARK_BYTES) {
            marks.add(new Mark(index, bytes));
            markedBytes = bytes;
        }
    }

    /** Keeps everything after an index until {@link #release}: somebody is given a copy of what is before. */
    synchronized void hold(long index) {
        held = Math.min(held, index);
    }

    synchronized void release() {
        held = Long.MAX_VALUE;
    }

    /** The index up to which the log may be forgotten, of what is persisted; -1 if nothing may. */
    synchronized long purgeable(long persistedIndex) {
        long purgeable = -1;
        while (!marks.isEmpty() && marks.element().index() <= Math.min(persistedIndex, held)) {
            if (bytes - marks.element().bytes() < retainedBytes) {
                break;
            }
            purgeable = marks.remove().index();
        }
        return purgeable;
    }
}
