package io.fila.core.runtime.term;

import io.fila.core.replication.LogPosition;
import io.fila.core.replication.Replica;
import java.nio.ByteBuffer;

/** What every machine does with each entry of the log, in order: it decides nothing, so that all do the same. One thread. */
public final class EntryApplier {
    private final Replica replica;
    private final TermClock clock;
    private final Assembly assembly = new Assembly();

    /** The last entry that was in the log when the machine began: what came after it was made while it ran. */
    private long lastAtStart = Long.MAX_VALUE;

    public EntryApplier(Replica replica, TermClock clock) {
        this.replica = replica;
        this.clock = clock;
    }

    /** Goes on from what the replica has on disk, or from a copy of another machine's. */
    public void goOnFrom(LogPosition position) {
        if (position.index() >= 0) {
            clock.note(position.timeNanos(), false);
        }
    }

    public boolean hasBegun() {
        return lastAtStart != Long.MAX_VALUE;
    }

    /** Tells, before the first entry and with each copy, up to where the log went when this machine began with it. */
    public void beginAfter(long lastIndex) {
        lastAtStart = lastIndex;
        replica.replayedThrough(lastIndex);
    }

    /**
     * Applies the next entry.
     *
     * @param term the one that the log itself has for it
     * @param currentTerm the one that this machine is in: an entry of an earlier one may be as old as an outage was long
     * @return whether it counts: it does not if its maker did not lead in that term
     */
    public boolean apply(long index, long term, Entry entry, long currentTerm) {
        ByteBuffer turn = assembly.add(entry, term);
        clock.note(entry.timeNanos(), index > lastAtStart && term == currentTerm);
        if (turn == null) {
            return entry.term() == term && entry.part() < entry.parts() - 1;
        }
        if (turn.hasRemaining()) {
            replica.apply(new LogPosition(index, term, entry.timeNanos()), turn);
        }
        return true;
    }
}
