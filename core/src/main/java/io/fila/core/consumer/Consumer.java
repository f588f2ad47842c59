package io.fila.core.consumer;

/** One consumer of a queue. It gets no more messages than its credit and its window allow. */
public final class Consumer {
    /** How long a consumer that has not settled anything yet may hold all it may before it is given more. */
    static final long FIRST_PATIENCE_NANOS = 50_000_000;

    /** How long it takes at most before a consumer that holds all it may is thought of again. */
    private static final long LONGEST_PATIENCE_NANOS = 5_000_000_000L;

    /** Settlements of the usual distance that a consumer may be late before it counts as one that settles nothing. */
    private static final int LATE = 4;

    private final ConsumerId id;
    private final DeliverySink sink;
    private final Window window;
    private long credit;
    private int held;

    /** When it last settled something or, before that, was first given something. */
    private long movedNanos;

    /** The usual time from one settlement to the next; 0 if that is not known. */
    private long usualPauseNanos;

    private boolean hasSettled;
    private long patienceNanos = FIRST_PATIENCE_NANOS;

    /** Whether it was given more because it settled nothing, and has settled nothing since. */
    private boolean beingOpened;

    boolean inRotation;
    boolean lookedAfter;
    boolean detached;

    Consumer(ConsumerId id, DeliverySink sink, Window window) {
        this.id = id;
        this.sink = sink;
        this.window = window;
    }

    public ConsumerId id() {
        return id;
    }

    public DeliverySink sink() {
        return sink;
    }

    public long credit() {
        return credit;
    }

    /** Messages it has and has not settled. */
    public int held() {
        return held;
    }

    /** Messages it may have at once. */
    public int window() {
        return window.size();
    }

    void grant(int more) {
        credit += more;
    }

    /** Takes a message, for one credit. */
    void take(long nowNanos) {
        credit--;
        if (held == 0) {
            movedNanos = nowNanos;
        }
        held++;
    }

    /** It has settled a message that was the {@code rank}th in its hands. */
    void settle(int rank, long heldNanos, long nowNanos) {
        held--;
        window.settled(rank, heldNanos);
        if (hasSettled) {
            learnPause(nowNanos - movedNanos);
        }
        hasSettled = true;
        beingOpened = false;
        movedNanos = nowNanos;
        patienceNanos = Math.max(FIRST_PATIENCE_NANOS, LATE * usualPauseNanos);
    }

    /** Steps towards the median: one long pause, as of a client that collects, says little. */
    private void learnPause(long pauseNanos) {
        long step = usualPauseNanos / 8 + 1000;
        usualPauseNanos = Math.max(0, usualPauseNanos + (pauseNanos > usualPauseNanos ? step : -step));
    }

    /** The lease of a message in its hands has ended. */
    void lose(long nowNanos) {
        held--;
        window.expired();
        beingOpened = false;
        movedNanos = nowNanos;
    }

    /** How many messages it may be given now. */
    public long room() {
        return detached ? 0 : Math.max(0, Math.min(credit, window.size() - held));
    }

    /** It could be sent more, and holds as much as it may. */
    boolean isFull() {
        return !detached && credit > 0 && held >= window.size();
    }

    /** When it has held everything for so long that more is tried. */
    public long patienceEndsNanos() {
        return movedNanos + patienceNanos;
    }

    /** Whether its turn to be given more lasts on. */
    boolean isBeingOpened() {
        return beingOpened && patienceNanos < LONGEST_PATIENCE_NANOS;
    }

    void open(boolean wide) {
        window.open(wide);
    }

    /** It is given more, or would be; if others do the work, it has to be patient for twice as long the next time. */
    void bePatient(boolean othersSettle, long nowNanos) {
        beingOpened = true;
        movedNanos = nowNanos;
        if (othersSettle) {
            patienceNanos = Math.min(LONGEST_PATIENCE_NANOS, patienceNanos * 2);
        }
    }
}
