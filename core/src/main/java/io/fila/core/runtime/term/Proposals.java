package io.fila.core.runtime.term;

import io.fila.core.replication.Fate;
import io.fila.core.replication.LostLeadException;
import io.fila.core.replication.ReplicatedLog;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The turns of a leading broker that are on their way into a replicated log, and what is known of their fates. Fates may come on any
 * thread and in any order; what is durable is told in the order of the turns, and ends before the first that was not committed.
 */
public final class Proposals {
    /** Turns on their way. */
    public static final int TURNS_UNDER_WAY = 4;

    /** Bytes on their way after which no further turn is decided. One turn may be larger by itself. */
    public static final long BYTES_UNDER_WAY = 8L << 20;

    private final ReplicatedLog log;
    private final long term;
    private final LongSupplier clock;
    private final Deque<UnderWay> underWay = new ArrayDeque<>();
    private volatile Runnable progress = () -> {};
    private long bytesUnderWay;
    private int recordsUnderWay;
    private long appended;
    private long durable;

    /** What was told to be durable. */
    private long told;

    /** A turn whose fate may not be known yet. */
    private record UnderWay(long position, int records, int bytes, CompletableFuture<Fate> fate) {}

    /** @param clock the time by which the broker decides */
    public Proposals(ReplicatedLog log, long term, LongSupplier clock) {
        this.log = log;
        this.term = term;
        this.clock = clock;
    }

    /**
     * Proposes a turn.
     *
     * @param turn its sealed changes; read before this returns
     * @return its position
     */
    public long propose(int records, ByteBuffer turn) {
        UnderWay proposed = underWay(records, turn.remaining());
        log.propose(term, clock.getAsLong(), turn, fate -> decided(proposed, fate));
        return proposed.position();
    }

    /** Gives a turn without records its place: reached when it is sure that this machine still leads. */
    public long confirm() {
        UnderWay asked = underWay(0, 0);
        log.confirm(term, fate -> decided(asked, fate));
        return asked.position();
    }

    private UnderWay underWay(int records, int bytes) {
        UnderWay begun = new UnderWay(++appended, records, bytes, new CompletableFuture<>());
        underWay.add(begun);
        recordsUnderWay += records;
        bytesUnderWay += bytes;
        return begun;
    }

    /** On any thread. */
    private void decided(UnderWay turn, Fate fate) {
        turn.fate().complete(fate);
        progress.run();
    }

    /**
     * The position up to which every turn is committed.
     *
     * @throws LostLeadException if the one after it is not, and everything up to there was told before
     */
    public long durable() {
        UnderWay first;
        while ((first = underWay.peek()) != null && first.fate().isDone()) {
            Fate fate = first.fate().join();
            if (fate == Fate.COMMITTED) {
                underWay.remove();
                recordsUnderWay -= first.records();
                bytesUnderWay -= first.bytes();
                durable = first.position();
            } else if (durable == told) {
                throw lost(fate);
            } else {
                // What was committed before is told first.
                break;
            }
        }
        told = durable;
        return durable;
    }

    private LostLeadException lost(Fate fate) {
        return new LostLeadException("Expected to lead term " + term + " but what was proposed in it is "
                + (fate == Fate.LOST ? "lost" : "of unknown fate") + "; another term has begun or will.");
    }

    /**
     * As many commands as records are under way. With few clients a command needn't wait for the round of others and then for its
     * own; with many clients turns stay large, because an entry costs every machine more than a message in it.
     */
    public int worthwhile() {
        return underWay.size() < TURNS_UNDER_WAY && bytesUnderWay < BYTES_UNDER_WAY
                ? Math.max(1, recordsUnderWay)
                : Integer.MAX_VALUE;
    }

    /** Who is told, on any thread, that {@link #durable} may have something new to tell. */
    public void onProgress(Runnable listener) {
        progress = listener;
    }

    /** Waits until everything that was proposed is in the copy of this machine. */
    public void awaitAll() {
        for (UnderWay turn : underWay) {
            Fate fate = turn.fate().join();
            if (fate != Fate.COMMITTED) {
                throw lost(fate);
            }
        }
    }
}
