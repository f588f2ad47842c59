package io.fila.cluster;

/**
 * How much of the log is kept.
 *
 * @param segmentBytes the size of a file; only whole files are given back
 * @param retainedBytes what is kept although it is in the database, for nodes that were away
 */
record LogLimits(long segmentBytes, long retainedBytes) {
    static final LogLimits USUAL = new LogLimits(16L << 20, 128L << 20);
}
