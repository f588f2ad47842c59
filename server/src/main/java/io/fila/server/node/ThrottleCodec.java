package io.fila.server.node;

import io.fila.core.queue.QueueStats.ThrottleStats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How the figures of buckets go from node to node. */
final class ThrottleCodec {
    private ThrottleCodec() {}

    static byte[] encode(List<ThrottleStats> buckets) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(buckets.size());
            for (ThrottleStats bucket : buckets) {
                out.writeUTF(bucket.key());
                out.writeDouble(bucket.tokens());
                out.writeDouble(bucket.ratePerSecond());
                out.writeDouble(bucket.burst());
            }
        }
        return bytes.toByteArray();
    }

    static List<ThrottleStats> decode(byte[] encoded) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded));
        List<ThrottleStats> buckets = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            buckets.add(new ThrottleStats(in.readUTF(), in.readDouble(), in.readDouble(), in.readDouble()));
        }
        return buckets;
    }
}
