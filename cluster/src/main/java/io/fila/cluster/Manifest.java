package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import io.fila.storage.ReplicaStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * A copy of a database that can be fetched: its last index and its files.
 *
 * @param format of the data in it
 */
record Manifest(long copy, LogPosition position, List<File> files, int format) {
    /** Of a copy whose maker does not tell it yet. */
    private static final int FIRST_FORMAT = 3;

    /** One file of the copy. */
    record File(String name, long bytes) {}

    long bytes() {
        return files.stream().mapToLong(File::bytes).sum();
    }

    ByteString encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(copy);
            out.writeLong(position.index());
            out.writeLong(position.term());
            out.writeLong(position.timeNanos());
            out.writeInt(files.size());
            for (File file : files) {
                out.writeUTF(file.name());
                out.writeLong(file.bytes());
            }
            // The last, because builds that do not know it read no further.
            out.writeInt(format);
        }
        return ByteString.copyFrom(bytes.toByteArray());
    }

    /** @throws ClusterException if its format is newer than this node's: it would be installed, and misread */
    static Manifest decode(ByteString encoded) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded.toByteArray()));
        long copy = in.readLong();
        LogPosition position = new LogPosition(in.readLong(), in.readLong(), in.readLong());
        int count = in.readInt();
        List<File> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(new File(in.readUTF(), in.readLong()));
        }
        int format = in.available() > 0 ? in.readInt() : FIRST_FORMAT;
        if (format > ReplicaStore.FORMAT) {
            throw new ClusterException("Expected a copy of data of format " + ReplicaStore.FORMAT
                    + " but the node that leads has format " + format
                    + "; run the version of Fila that the other nodes run.");
        }
        return new Manifest(copy, position, files, format);
    }
}
