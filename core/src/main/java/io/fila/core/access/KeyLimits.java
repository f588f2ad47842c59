package io.fila.core.access;

/**
 * How much the holder of a key may ask for; 0 for no limit of its own.
 *
 * @param enqueuesPerSecond messages a second, over all connections
 * @param bytesPerSecond bytes of messages a second, over all connections
 * @param streams streams that may be open at once
 */
public record KeyLimits(long enqueuesPerSecond, long bytesPerSecond, int streams) {
    public static final KeyLimits NONE = new KeyLimits(0, 0, 0);
}
