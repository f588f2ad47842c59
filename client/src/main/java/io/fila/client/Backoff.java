package io.fila.client;

import java.time.Duration;

/**
 * How long to wait before the next attempt: twice as long each time, up to a limit, with random variation, so that clients that
 * lost the same broker do not return at the same time.
 *
 * @param first about how long to wait after the first failure
 * @param longest the longest wait
 */
public record Backoff(Duration first, Duration longest) {
    public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));

    /** More doublings would overflow a long for any sensible first wait. */
    private static final int MAX_DOUBLINGS = 30;

    public Backoff {
        if (first.isNegative() || first.isZero() || first.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "Expected a first wait above zero and no longer than the longest but found " + first + " and "
                            + longest);
        }
    }

    /**
     * The wait after this many failures in a row: between half and all of the doubled value.
     *
     * @param random in [0, 1)
     */
    public Duration pause(int failures, double random) {
        Duration doubled = first.multipliedBy(1L << Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS));
        Duration bounded = doubled.compareTo(longest) > 0 ? longest : doubled;
        return Duration.ofNanos((long) (bounded.toNanos() * (0.5 + random / 2)));
    }
}
