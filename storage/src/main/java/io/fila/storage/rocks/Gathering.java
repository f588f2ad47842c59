package io.fila.storage.rocks;

/**
 * How long changes gather before they are applied: the longer, the more of them are undone by then.
 *
 * @param entries changes in one memtable; with so many it is full
 * @param logBytes how much of the log one memtable stands for; with so much it is full
 * @param kept how many full memtables wait because what is in them may be deleted soon
 */
public record Gathering(int entries, long logBytes, int kept) {
    private static final int MOST_ENTRIES = 75_000;

    /** A consumer that is up to some hundred thousand messages behind costs RocksDB nothing. */
    private static final int KEPT = 3;

    /** For a log on this machine, where long values stay until they are applied. */
    public static Gathering of(Allowance allowance) {
        return new Gathering(MOST_ENTRIES, allowance.logBytes(), KEPT);
    }

    /** For one that keeps everything in memory, and applies it soon. */
    public static Gathering briefly(long bytes) {
        return new Gathering(MOST_ENTRIES, bytes, 0);
    }
}
