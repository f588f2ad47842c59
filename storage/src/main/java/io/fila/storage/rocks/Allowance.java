package io.fila.storage.rocks;

/**
 * What RocksDB may use, and the sizes that follow from it.
 *
 * <p>Deleted data gives its room back when it is compacted, and RocksDB does not begin a compaction unless the disk has room
 * for twice what it reads, dead or not, and a write buffer more. So everything is cut to the room that is kept free: tables
 * are small beside it, and a compaction reads few of them.
 *
 * @param cacheBytes memory for blocks that were read
 * @param writeBufferBytes memory for what is written and not yet in tables
 * @param spareBytes room on the disk that no message is allowed to take
 */
public record Allowance(long cacheBytes, long writeBufferBytes, long spareBytes) {
    /** This many tables fit into the spare room. */
    private static final int TABLES_IN_SPARE = 32;

    /** The memory for writes is at most this many tables: the log is as large and must fit into the spare room too. */
    private static final int TABLES_IN_BUFFERS = 8;

    /** A compaction reads about this many tables. */
    private static final int TABLES_IN_COMPACTION = 4;

    /** The log gathers a part of the spare room, so that a full disk still has room for it. */
    private static final int LOGS_IN_SPARE = 12;

    private static final int SEGMENTS_IN_LOG = 4;
    private static final long LEAST_LOG_BYTES = 1 << 20;
    private static final long MOST_LOG_BYTES = 42 << 20;
    private static final long LEAST_TABLE_BYTES = 256 << 10;
    static final long MOST_TABLE_BYTES = 64 << 20;

    /** The memory for writes, all families together. */
    long buffersBytes() {
        return Math.min(writeBufferBytes, tableBytes() * TABLES_IN_BUFFERS);
    }

    /** The size of a table, and of the writes that one family gathers for one. */
    long tableBytes() {
        return Math.clamp(spareBytes / TABLES_IN_SPARE, LEAST_TABLE_BYTES, MOST_TABLE_BYTES);
    }

    /** What one memtable stands for; with what waits and what is under way the log is nine times as large at most. */
    public long logBytes() {
        return Math.clamp(spareBytes / LOGS_IN_SPARE, LEAST_LOG_BYTES, MOST_LOG_BYTES);
    }

    /** The size of a file of the log. */
    public long segmentBytes() {
        return logBytes() / SEGMENTS_IN_LOG;
    }

    long compactionBytes() {
        return tableBytes() * TABLES_IN_COMPACTION;
    }
}
