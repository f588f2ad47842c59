package io.fila.core.replication;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A log that several machines keep in common. One of them leads at a time, for a term; it proposes turns, and every machine
 * applies those that a majority has, in the same order, to its own {@link Replica}.
 */
public interface ReplicatedLog {
    /**
     * Proposes a turn. The turns of a term come into the log in the order in which they were proposed and without a gap: if one is
     * lost, so is every later one of that term. A turn of a term in which this machine does not lead, or no longer, is never
     * applied by anybody. One thread proposes the turns of a term.
     *
     * @param term in which the proposer leads, as {@link Leadership#begins} told it
     * @param timeNanos what its clock says
     * @param turn sealed changes of a turn; read before this returns
     * @param outcome told once what became of it, on any thread; must not block
     */
    void propose(long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome);

    /**
     * Makes sure that this machine still leads the term, so that what it knows is all there is to know. {@link Fate#COMMITTED}
     * if it does.
     *
     * @param outcome told once, on any thread; must not block
     */
    void confirm(long term, Consumer<Fate> outcome);

    /** How many machines keep it. */
    int members();

    /** Gives up the lead of a term, if this machine has it: another machine, or this one in a later term, takes over. */
    void stepDown(long term);
}
