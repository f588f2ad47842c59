package io.fila.core.queue;

import java.time.Duration;

/**
 * How long a message waits for its next attempt if no script decides: twice as long after each failure, shortened by up to half,
 * so that messages that failed together do not come back together. The shortening depends on the message, because the core has no
 * randomness.
 *
 * @param first the longest wait after the first failure; zero for none after any
 * @param longest what it grows to
 */
public record Backoff(Duration first, Duration longest) {
    public static final Backoff NONE = new Backoff(Duration.ZERO, Duration.ZERO);

    /** A consumer that waits for its message sees it again soon, and one that keeps failing costs little after ten tries. */
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(100), Duration.ofMinutes(1));

    public static final Duration MAX = Duration.ofDays(1);

    /** More doublings than it takes from a nanosecond to the longest there may be. */
    private static final int MOST_DOUBLINGS = 47;

    private static final int MIX = 0x9E3779B9;
    private static final int SHARES_BITS = 10;

    /**
     * How long the next try waits.
     *
     * @param attempts those that have failed, at least one
     * @param message a number that differs from message to message
     */
    public long delayNanos(int attempts, int message) {
        int doublings = Math.min(attempts - 1, MOST_DOUBLINGS);
        long limit = longest.toNanos();
        // Compared before it is doubled, because the product may not fit.
        long nominal = first.toNanos() > limit >> doublings ? limit : first.toNanos() << doublings;
        int share = ((31 * message + attempts) * MIX) >>> (Integer.SIZE - SHARES_BITS);
        return nominal - ((nominal / 2 * share) >> SHARES_BITS);
    }
}
