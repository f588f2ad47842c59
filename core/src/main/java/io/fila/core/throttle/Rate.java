package io.fila.core.throttle;

/**
 * The rate and burst of a bucket.
 *
 * @param perSecond tokens per second; 0 means a bucket that never refills
 * @param burst the most tokens it holds, at least 1; with less, no message could pass
 */
public record Rate(double perSecond, double burst) {
    /** Tokens a second beyond which a limit limits nothing; higher rates are refused. */
    public static final double MAX_PER_SECOND = 9e9;

    public static final double MAX_BURST = 9e15;

    /** What limits nothing: for a key that is only held for a while. */
    public static final Rate UNLIMITED = new Rate(MAX_PER_SECOND, MAX_BURST);

    /** A rate alone: the burst is what comes in a second. */
    public static Rate perSecond(double perSecond) {
        return new Rate(perSecond, Math.max(1, perSecond));
    }
}
