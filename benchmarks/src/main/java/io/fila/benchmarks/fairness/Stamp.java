package io.fila.benchmarks.fairness;

import java.nio.ByteBuffer;

/**
 * What a payload says of its message.
 *
 * @param quiet whether a quiet tenant sent it, and not one of the noise
 * @param index the number of a quiet tenants' message, or of a busy tenant
 * @param dueNanos when it was to be sent, by {@link System#nanoTime}
 */
record Stamp(boolean quiet, int index, long dueNanos) {
    static final int BYTES = 1 + Integer.BYTES + Long.BYTES;

    /** A payload of that size, or as large as a stamp has to be. */
    byte[] payload(int bytes) {
        return ByteBuffer.allocate(Math.max(BYTES, bytes))
                .put((byte) (quiet ? 1 : 0))
                .putInt(index)
                .putLong(dueNanos)
                .array();
    }

    static Stamp of(byte[] payload) {
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        return new Stamp(bytes.get() == 1, bytes.getInt(), bytes.getLong());
    }
}
