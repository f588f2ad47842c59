package io.fila.storage.rocks;

/**
 * One batch in the write-ahead log, as far as it matters here.
 *
 * @param sequence the number of its first change
 * @param changes how many changes it holds, each with a number of its own
 */
record LogRecord(long sequence, int changes) {
    static final long NO_SEQUENCE = -1;
    static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

    long nextSequence() {
        return sequence + changes;
    }
}
