package io.fila.retracker.forwarder;

import java.time.Duration;

/**
 * Whether one forwarder is asked at all. One that fails too often in a row is left alone for a while, then asked once more;
 * each further failure makes the pause longer. Any thread may call it.
 */
final class Health {
    /** The longest pause, as a multiple of the first. */
    static final int LONGEST_PAUSE_FACTOR = 16;

    /** What is said of a forwarder. */
    enum State {
        ACTIVE,
        SUSPENDED,
        DISABLED
    }

    private final int failThreshold;
    private final Duration suspension;
    private int failuresInRow;
    private int pauses;
    private long untilMillis;
    private boolean disabled;
    private long announces;
    private long failures;
    private String lastFailure = "";

    /**
     * @param failThreshold failures in a row after which it is left alone
     * @param suspension for how long, the first time
     */
    Health(int failThreshold, Duration suspension) {
        this.failThreshold = failThreshold;
        this.suspension = suspension;
    }

    synchronized State state(long nowMillis) {
        if (disabled) {
            return State.DISABLED;
        }
        return nowMillis < untilMillis ? State.SUSPENDED : State.ACTIVE;
    }

    /** How long it is still left alone; zero if it is not suspended, or disabled and so left alone for longer. */
    synchronized Duration suspendedFor(long nowMillis) {
        return Duration.ofMillis(disabled ? 0 : Math.max(0, untilMillis - nowMillis));
    }

    boolean mayBeAsked(long nowMillis) {
        return state(nowMillis) == State.ACTIVE;
    }

    /** The forwarder answered. */
    synchronized void answered() {
        announces++;
        failuresInRow = 0;
        pauses = 0;
    }

    /** The forwarder answered and refused one announce: it is healthy. */
    synchronized void declined(String sentence) {
        failures++;
        lastFailure = sentence;
        failuresInRow = 0;
        pauses = 0;
    }

    /** The forwarder did not answer, or its answer made no sense. */
    synchronized void failed(String sentence, long nowMillis) {
        failures++;
        lastFailure = sentence;
        failuresInRow++;
        // What was under way when a pause began fails in it too, and says nothing new: it makes no further pause.
        if (failuresInRow >= failThreshold && nowMillis >= untilMillis) {
            int factor = Math.min(1 << Math.min(pauses, 30), LONGEST_PAUSE_FACTOR);
            suspend(suspension.multipliedBy(factor), nowMillis);
            pauses++;
        }
    }

    /**
     * It has too much to do.
     *
     * @param asked how long it wants to be left alone; zero if it did not say
     */
    synchronized void busy(String sentence, Duration asked, long nowMillis) {
        failures++;
        lastFailure = sentence;
        suspend(asked.isZero() ? suspension : asked, nowMillis);
    }

    /** Suspends the forwarder for this long, unless it is suspended for longer. */
    synchronized void suspend(Duration pause, long nowMillis) {
        // Answers of jobs that were under way come one after the other: the longest pause counts.
        untilMillis = Math.max(untilMillis, nowMillis + pause.toMillis());
    }

    /** The forwarder refuses further announces and gets none until {@link #enable}. */
    synchronized void disable(String sentence) {
        failures++;
        stayDisabled(sentence);
    }

    /** The forwarder said so before a restart; no announce failed since. */
    synchronized void stayDisabled(String sentence) {
        lastFailure = sentence;
        disabled = true;
    }

    /** An operator has enabled the forwarder. */
    synchronized void enable() {
        disabled = false;
        failuresInRow = 0;
        pauses = 0;
        untilMillis = 0;
    }

    synchronized long announces() {
        return announces;
    }

    synchronized long failures() {
        return failures;
    }

    synchronized int failuresInRow() {
        return failuresInRow;
    }

    synchronized String lastFailure() {
        return lastFailure;
    }
}
