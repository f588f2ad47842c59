package io.fila.storage.rocks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Memory that memtables take in pieces and give back, so that the collector meets the same arrays again and again. One thread at a time. */
class Pieces {
    /** As many as one or two full memtables take. */
    private static final int MOST_SPARE = 128;

    private final Deque<byte[]> spare = new ArrayDeque<>();

    /** A piece with anything in it. */
    byte[] take() {
        byte[] piece = spare.poll();
        return piece == null ? new byte[Arena.PIECE_BYTES] : piece;
    }

    void giveBack(List<byte[]> pieces) {
        for (byte[] piece : pieces) {
            if (spare.size() < MOST_SPARE) {
                spare.push(piece);
            }
        }
    }
}
