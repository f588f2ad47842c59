package io.fila.core.journal;

import io.fila.core.record.Record;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes turns durable, in the order in which they were decided. Several may be under way at once; each has a position, and what is
 * durable is durable up to a position. Called only by the broker thread.
 */
public interface Journal {
    /**
     * Reads back what a restart needs, before the first turn: settings and buckets, every queue, every lane and
     * schedule, pauses and dedup keys, and every leased message, in that order. Pending and scheduled messages stay on disk and are paged in through
     * the {@link Archive}.
     */
    void recover(Consumer<Record> reader);

    /**
     * Takes all records of a turn, or none. The turn may only be on its way when this returns: nothing that it decided may be heard
     * of before {@link #durable} tells its position.
     *
     * @return its position: higher than that of any turn before
     */
    long append(List<Record> records);

    /**
     * Gives a turn without records its place among the others. Where others may write in our place, that place is reached when it
     * is sure that what was read and committed here is still all there is.
     */
    long confirm();

    /**
     * The position up to which everything is as durable as configured and the {@link Archive} has it; 0 before the first turn.
     *
     * @param idle true if the caller has nothing to decide meanwhile, so that the journal may wait for the disk on the caller's thread
     * @throws RuntimeException if a turn after that position can't become durable, or may not: no later one does either
     */
    long durable(boolean idle);

    /**
     * How many commands must wait to make it worth deciding another turn while others are under way. {@link Integer#MAX_VALUE} if
     * as many turns, or bytes, are under way as may be.
     */
    default int worthwhile() {
        return 1;
    }

    /** Who is told, on any thread, when {@link #durable} has something new to tell. Set before the first turn. */
    default void onProgress(Runnable listener) {}
}
