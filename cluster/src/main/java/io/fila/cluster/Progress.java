package io.fila.cluster;

import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * How far a node has come, as it says itself.
 *
 * @param lastIndex the last entry of its log; -1 if it has none
 * @param isFetching whether it fetches a copy, and its log stands still meanwhile
 * @param freeBytes room on its disk
 * @param isLow whether that is too little for new messages
 * @param isLeaving whether it is about to stop
 */
record Progress(long lastIndex, boolean isFetching, long freeBytes, boolean isLow, boolean isLeaving) {
    private static final int FETCHING = 1;
    private static final int LOW = 2;
    private static final int LEAVING = 4;

    /** Whether it would be a good leader now. */
    boolean canLead() {
        return !isLow && !isLeaving && !isFetching;
    }

    ByteString encode() {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES + 1)
                .putLong(lastIndex)
                .putLong(freeBytes)
                .put((byte) ((isFetching ? FETCHING : 0) | (isLow ? LOW : 0) | (isLeaving ? LEAVING : 0)))
                .flip();
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    static Progress decode(ByteString encoded) {
        ByteBuffer bytes = encoded.asReadOnlyByteBuffer();
        long lastIndex = bytes.getLong();
        long freeBytes = bytes.getLong();
        byte flags = bytes.get();
        return new Progress(lastIndex, (flags & FETCHING) != 0, freeBytes, (flags & LOW) != 0, (flags & LEAVING) != 0);
    }
}
