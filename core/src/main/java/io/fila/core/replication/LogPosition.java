package io.fila.core.replication;

/**
 * A place in a replicated log.
 *
 * @param index counts the entries; the same entry has the same one on every machine
 * @param term in which the entry was made; there is at most one leader in each
 * @param timeNanos what the clock of the leader that made it said
 */
public record LogPosition(long index, long term, long timeNanos) {
    /** Before the first entry. */
    public static final LogPosition NONE = new LogPosition(-1, 0, 0);
}
