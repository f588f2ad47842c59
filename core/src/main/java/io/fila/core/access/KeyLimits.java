package io.fila.core.access;

/**
 * The limits of a key; 0 means no limit.
 *
 * @param enqueuesPerSecond messages a second, over all connections
 * @param bytesPerSecond bytes of messages a second, over all connections
 * @param streams streams that may be open at once
 */
public record KeyLimits(long enqueuesPerSecond, long bytesPerSecond, int streams) {
    public static final KeyLimits NONE = new KeyLimits(0, 0, 0);

    /** What each of several brokers may let pass; at least something. */
    public KeyLimits dividedBy(int brokers) {
        return new KeyLimits(
                part(enqueuesPerSecond, brokers), part(bytesPerSecond, brokers), (int) part(streams, brokers));
    }

    private static long part(long limit, int brokers) {
        return limit == 0 ? 0 : Math.max(1, limit / brokers);
    }

    /** Whether none of its limits is too small for each of several brokers to have a part. */
    public boolean isDivisibleBy(int brokers) {
        return isDivisible(enqueuesPerSecond, brokers)
                && isDivisible(bytesPerSecond, brokers)
                && isDivisible(streams, brokers);
    }

    private static boolean isDivisible(long limit, int brokers) {
        return limit == 0 || limit >= brokers;
    }
}
