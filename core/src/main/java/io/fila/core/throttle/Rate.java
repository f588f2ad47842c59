package io.fila.core.throttle;

/**
 * How fast a bucket fills and how much it holds.
 *
 * @param perSecond tokens a second; 0 for a bucket that never fills again
 * @param burst tokens it holds at most, at least 1: less could never let a message out
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
