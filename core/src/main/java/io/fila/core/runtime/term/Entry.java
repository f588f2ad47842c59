package io.fila.core.runtime.term;

import java.nio.ByteBuffer;

/**
 * What stands in the log: a turn, or a part of one that is too large for a single entry.
 *
 * @param term in which its maker leads; one of another term than the entry itself is nobody's, because its maker did not know what
 *     was committed in between
 * @param timeNanos what its maker's clock said
 * @param part counts from 0
 * @param bytes none if it only tells the time
 */
public record Entry(long term, long timeNanos, int part, int parts, ByteBuffer bytes) {
    /** An entry that only tells what time it is. */
    public static Entry ofTime(long term, long timeNanos) {
        return new Entry(term, timeNanos, 0, 1, ByteBuffer.allocate(0));
    }
}
