package io.fila.cluster;

import io.fila.core.runtime.term.Entry;
import io.fila.storage.ReplicaStore;
import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** The bytes of an entry in the engine's log. */
final class EntryCodec {
    /** The format of data that was the first in an entry. */
    private static final int FIRST_FORMAT = 3;

    /** A turn is bytes for the database: a node whose data has an older format would store what it can't read. */
    static final byte VERSION = (byte) (1 + ReplicaStore.FORMAT - FIRST_FORMAT);

    private static final int HEADER_BYTES = 1 + 2 * Long.BYTES + 2 * Integer.BYTES;

    private EntryCodec() {}

    static ByteString encode(Entry entry) {
        ByteBuffer bytes = entry.bytes().duplicate();
        ByteBuffer encoded = ByteBuffer.allocate(HEADER_BYTES + bytes.remaining())
                .put(VERSION)
                .putLong(entry.term())
                .putLong(entry.timeNanos())
                .putInt(entry.part())
                .putInt(entry.parts())
                .put(bytes)
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
