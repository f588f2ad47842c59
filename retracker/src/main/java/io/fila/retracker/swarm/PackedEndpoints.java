package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Endpoint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.function.Predicate;

/** Endpoints in as few bytes as they need: there may be millions. */
final class PackedEndpoints {
    static final PackedEndpoints NONE = new PackedEndpoints(new byte[0], new byte[0]);

    private final byte[] v4;
    private final byte[] v6;

    private PackedEndpoints(byte[] v4, byte[] v6) {
        this.v4 = v4;
        this.v6 = v6;
    }

    static PackedEndpoints of(Collection<Endpoint> endpoints) {
        int four = (int) endpoints.stream().filter(Endpoint::isV4).count();
        ByteBuffer v4 = ByteBuffer.allocate(four * Endpoint.V4_LENGTH);
        ByteBuffer v6 = ByteBuffer.allocate((endpoints.size() - four) * Endpoint.V6_LENGTH);
        for (Endpoint endpoint : endpoints) {
            endpoint.write(endpoint.isV4() ? v4 : v6);
        }
        return new PackedEndpoints(v4.array(), v6.array());
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(v4.length);
        out.write(v4);
        out.writeInt(v6.length);
        out.write(v6);
    }

    static PackedEndpoints read(DataInput in) throws IOException {
        return new PackedEndpoints(bytes(in, Endpoint.V4_LENGTH), bytes(in, Endpoint.V6_LENGTH));
    }

    private static byte[] bytes(DataInput in, int each) throws IOException {
        int length = in.readInt();
        if (length < 0 || length % each != 0 || length / each > SwarmLimits.PEERS_PER_HARVEST) {
            throw new IOException("Expected endpoints of " + each + " bytes each but found " + length + " bytes.");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    int size() {
        return v4.length / Endpoint.V4_LENGTH + v6.length / Endpoint.V6_LENGTH;
    }

    /** Shows them one after the other while they are wanted; false if one was not. */
    boolean forEachWhile(Predicate<Endpoint> taker) {
        for (ByteBuffer four = ByteBuffer.wrap(v4); four.hasRemaining(); ) {
            if (!taker.test(Endpoint.readV4(four))) {
                return false;
            }
        }
        for (ByteBuffer six = ByteBuffer.wrap(v6); six.hasRemaining(); ) {
            if (!taker.test(Endpoint.readV6(six))) {
                return false;
            }
        }
        return true;
    }
}
