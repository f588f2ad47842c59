package io.fila.cluster;

import io.fila.storage.ReplicaStore;
import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * What stands in the log: a turn, or a part of one that is too large for a single entry.
 *
 * @param term in which its maker leads; one of another term than the entry itself is nobody's, because its maker did not know what
 *     was committed in between
 * @param timeNanos what its maker's clock said
 * @param part counts from 0
 */
record Entry(long term, long timeNanos, int part, int parts, ByteBuffer bytes) {
    /** The format of data that was the first in an entry. */
    private static final int FIRST_FORMAT = 3;

    /** A turn is bytes for the database: a node whose data has an older format would store what it can't read. */
    static final byte VERSION = (byte) (1 + ReplicaStore.FORMAT - FIRST_FORMAT);

    private static final int HEADER_BYTES = 1 + 2 * Long.BYTES + 2 * Integer.BYTES;

    ByteString encode() {
        ByteBuffer encoded = ByteBuffer.allocate(HEADER_BYTES + bytes.remaining())
                .put(VERSION)
                .putLong(term)
                .putLong(timeNanos)
                .putInt(part)
                .putInt(parts)
                .put(bytes.duplicate())
                .flip();
        return UnsafeByteOperations.unsafeWrap(encoded);
    }

    static Entry decode(ByteString encoded) {
        ByteBuffer bytes = encoded.asReadOnlyByteBuffer();
        byte version = bytes.get();
        if (version != VERSION) {
            throw new ClusterException("Expected entries of version " + VERSION + " in the log but found " + version
                    + "; run the version of Fila that the other nodes run.");
        }
        return new Entry(bytes.getLong(), bytes.getLong(), bytes.getInt(), bytes.getInt(), bytes.slice());
    }
}
