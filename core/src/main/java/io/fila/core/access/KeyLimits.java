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
}
