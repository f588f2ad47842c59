package io.fila.retracker.swarm;

import io.fila.retracker.torrent.Endpoint;
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
