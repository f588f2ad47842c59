package io.fila.core.record;

import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import org.jspecify.annotations.Nullable;

/**
 * The level of a throttle key's bucket. It is recorded with the deliveries that took from it, so that a restart, or a crash loop,
 * never hands out the same tokens twice.
 *
 * @param rate absent if the key is not throttled any more
 * @param heldUntilNanos until when the key is held, whatever the level; 0 if it is not held
 */
public record BucketChanged(String throttleKey, @Nullable Rate rate, TokenBucket.Level level, long heldUntilNanos)
        implements Record {
    private static final TokenBucket.Level EMPTY = new TokenBucket.Level(0, 0, 0);

    /** The key is not throttled any more. */
    public static BucketChanged gone(String throttleKey) {
        return new BucketChanged(throttleKey, null, EMPTY, 0);
    }
}
