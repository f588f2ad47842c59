package io.fila.lua;

import java.time.Duration;

/**
 * What one call may use.
 *
 * @param time processor time of the calling thread; a call that gets none ends after four times as long on the wall
 * @param memoryBytes bytes that the instance keeps alive, the compiled script and what the call is working on included
 */
public record LuaLimits(Duration time, long memoryBytes) {
    /** The most memory an instance can be given. */
    public static final long MAX_MEMORY_BYTES = 1L << 30;

    /** The least memory an instance can be given: the library's own tables need part of it. */
    public static final long MIN_MEMORY_BYTES = 64 * 1024;

    /** The longest a call can be given. */
    public static final Duration MAX_TIME = Duration.ofHours(1);

    /** Ten milliseconds and a mebibyte. */
    public static final LuaLimits DEFAULT = new LuaLimits(Duration.ofMillis(10), 1 << 20);

    /** Checks that both are within what can be given. */
    public LuaLimits {
        if (time.isNegative() || time.isZero() || time.compareTo(MAX_TIME) > 0) {
            throw new IllegalArgumentException(
                    "Expected a time above 0 and at most " + MAX_TIME + " but found " + time);
        }
        if (memoryBytes < MIN_MEMORY_BYTES || memoryBytes > MAX_MEMORY_BYTES) {
            throw new IllegalArgumentException("Expected between " + MIN_MEMORY_BYTES + " and " + MAX_MEMORY_BYTES
                    + " bytes of memory but found " + memoryBytes);
        }
    }
}
