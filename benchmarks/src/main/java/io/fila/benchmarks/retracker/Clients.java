package io.fila.benchmarks.retracker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Many clients, each with one torrent: who announces itself next, and the bytes of it. They come round in an order that
 * touches the torrents as if by chance. For one thread.
 */
final class Clients {
    static final int HASH_BYTES = 20;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private final int hashes;
    private final int firstPort;
    private final int perHash;
    private final byte[] hash = new byte[HASH_BYTES];
    private long turn;
    private int torrent;
    private int port;

    /**
     * @param perHash clients that share a torrent, at a port each
     */
    Clients(int hashes, int firstPort, int perHash) {
        this.hashes = hashes;
        this.firstPort = firstPort;
        this.perHash = perHash;
    }

    /** Goes on to the next one. */
    void next() {
        int round = (int) (turn / hashes % perHash);
        // Odd multiples of a prime step visit every torrent once a round if the number of torrents shares no factor
        // with it.
        torrent = (int) (turn * 7_919L % hashes);
        ByteBuffer.wrap(hash)
                .putLong(torrent * GOLDEN)
                .putLong((torrent + 1L) * GOLDEN)
                .putInt(torrent);
        port = firstPort + round;
        turn++;
    }

    /** Which torrent has this hash. */
    static int torrent(byte[] hash) {
        return ByteBuffer.wrap(hash).getInt(HASH_BYTES - Integer.BYTES);
    }

    int torrent() {
        return torrent;
    }

    byte[] hash() {
        return hash;
    }

    int port() {
        return port;
    }

    /** Writes the hash as a query has it, every byte in three characters. */
    void writeEncodedHash(byte[] into, int at) {
        for (int i = 0; i < HASH_BYTES; i++) {
            into[at + 3 * i] = '%';
            into[at + 3 * i + 1] = HEX[(hash[i] >> 4) & 0xf];
            into[at + 3 * i + 2] = HEX[hash[i] & 0xf];
        }
    }
}
