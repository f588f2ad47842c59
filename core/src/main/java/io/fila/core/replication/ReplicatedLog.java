package io.fila.core.replication;

import java.nio.ByteBuffer;

/**
 * A log that several machines keep in common. One of them leads at a time, for a term; it proposes turns, and every machine
 * applies those that a majority has, in the same order, to its own {@link Replica}.
 */
public interface ReplicatedLog {
    /**
     * Proposes a turn and waits for its fate. A turn of a term in which this machine does not lead, or no longer, is never
     * applied by anybody.
     *
     * @param term in which the proposer leads, as {@link Leadership#begins} told it
     * @param timeNanos what its clock says
     * @param turn sealed changes of a turn
     */
    Fate propose(long term, long timeNanos, ByteBuffer turn);

    /**
     * Makes sure that this machine still leads the term, so that what it knows is all there is to know. {@link Fate#COMMITTED}
     * if it does.
     */
    Fate confirm(long term);

    /** How many machines keep it. */
    int members();

    /** Gives up the lead of a term, if this machine has it: another machine, or this one in a later term, takes over. */
    void stepDown(long term);
}
