package io.fila.retracker.udp;

import io.fila.retracker.torrent.Endpoint;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof that a client receives what is sent to its address: a keyed hash of that address and the time. Nothing is
 * remembered, so a flood of connects from forged addresses costs no memory. One thread at a time may call it.
 */
final class ConnectionIds {
    static final int KEY_BYTES = 32;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /**
     * An id is good in the window it was made in and in so many after that: for two minutes at least, which is how long a
     * tracker has to take it, and three at most.
     */
    private static final int LATER_WINDOWS = 2;

    private static final String ALGORITHM = "HmacSHA256";

    private final Mac mac;

    ConnectionIds(byte[] key) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Expected every Java to have " + ALGORITHM + ".", missing);
        }
    }

    long make(Endpoint client, long nowMillis) {
        return hash(client, window(nowMillis));
    }

    boolean isGood(long id, Endpoint client, long nowMillis) {
        long window = window(nowMillis);
        for (int back = 0; back <= LATER_WINDOWS; back++) {
            if (id == hash(client, window - back)) {
                return true;
            }
        }
        return false;
    }

    /** Ignores the port: a router may assign the next packet another one. */
    private long hash(Endpoint client, long window) {
        ByteBuffer input = ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(client.high())
                .putLong(client.low())
                .putLong(window);
        return ByteBuffer.wrap(mac.doFinal(input.array())).getLong();
    }

    private static long window(long nowMillis) {
        return Math.floorDiv(nowMillis, WINDOW.toMillis());
    }
}
