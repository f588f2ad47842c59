package io.fila.core.consumer;

/**
 * How many unsettled messages a consumer may hold, whatever credit it grants: few at first, one more with each message it settles
 * while it uses its window, fewer when its leases expire. So a consumer that does not read, or reads and does not settle, holds
 * few messages, and the queue's other consumers get the rest.
 *
 * <p>A <em>timed</em> window also limits how long messages wait at the consumer, for clients that grant no credit. It compares
 * the time a message was held with the time one message takes, as TCP Vegas compares round trips: the difference was spent
 * waiting behind other messages.
 *
 * <p>Time is a parameter.
 */
final class Window {
    /** How long a message may wait behind others in the hands of a consumer that grants no credit. */
    private static final long WAIT_NANOS = 25_000_000;

    /** Late messages in a row from which on fewer are given: some take longer than others. */
    private static final int LATE_IN_A_ROW = 3;

    /** One part of the window that a single late message may cost, or a consumer that holds everything is given beside. */
    private static final int PART = 8;

    /** What a consumer that holds everything is given beside if nobody settles anything. */
    private static final int STEP = 64;

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final int most;
    private final boolean timed;
    private final boolean fixed;
    private int size;

    /** How long one message takes, as far as it is known. */
    private long workNanos = UNKNOWN;

    private int lateInARow;

    /** Settlements since the window last grew, once a message was late. */
    private int calm;

    private boolean foundItsSize;

    /** What it was opened to when its consumer held everything and settled nothing. */
    private int openedTo;

    /** Whether a lease has expired in the consumer's hands since it last settled something. */
    private boolean inDoubt;

    /**
     * A window of a consumer that has not settled anything.
     *
     * @param first messages it may hold until then; if that is the most, the window stays as it is
     * @param most messages it may ever hold
     * @param timed whether it bounds how long messages wait in the consumer's hands
     */
    Window(int first, int most, boolean timed) {
        this.most = most;
        this.timed = timed;
        fixed = first >= most;
        size = Math.clamp(first, 1, most);
    }

    int size() {
        return size;
    }

    /**
     * The consumer has settled a message.
     *
     * @param rank how many it held when it got this one, this one included
     * @param heldNanos how long it had it
     */
    void settled(int rank, long heldNanos) {
        if (fixed) {
            return;
        }
        inDoubt = false;
        learn(rank, heldNanos);
        lateInARow = timed && heldNanos > bearableNanos() ? lateInARow + 1 : 0;
        if (lateInARow >= LATE_IN_A_ROW) {
            int fitting = (int) Math.max(1, (long) ((double) rank * bearableNanos() / heldNanos));
            size = Math.min(size, Math.max(fitting, size - Math.max(1, size / PART)));
            foundItsSize = true;
            calm = 0;
        } else if (lateInARow == 0 && rank * 2L >= size) {
            grow();
        }
    }

    /**
     * By one with each settlement, which doubles it in the time in which it is gone through once; and as soon as that was too
     * much, by one in that time, or it would swing between twice and half of what is right.
     */
    private void grow() {
        calm++;
        if (!foundItsSize || calm >= size) {
            size = Math.min(most, size + 1);
            calm = 0;
        }
    }

    /**
     * A message that was done soon says how long one takes. So does one that was done late, with so many before it: even if
     * they were done one after the other, each took that part of the time.
     */
    private void learn(int rank, long heldNanos) {
        workNanos = Math.max(heldNanos / rank, Math.min(workNanos, heldNanos));
    }

    private long bearableNanos() {
        return workNanos + workNanos / 2 + WAIT_NANOS;
    }

    /** A lease ended in the consumer's hands: it has more than it can do, or is not there. */
    void expired() {
        if (!fixed) {
            size = Math.max(1, size / 2);
            openedTo = size;
            inDoubt = true;
        }
    }

    /** Its consumer holds everything and settles nothing: perhaps it wants more before it does. */
    void open(boolean wide) {
        int step = wide ? Math.max(STEP, openedTo - size) : Math.max(1, size / PART);
        if (inDoubt) {
            step = 1;
        }
        size = (int) Math.min(most, (long) size + step);
        openedTo = Math.max(openedTo, size);
    }
}
