package io.fila.core.record;

import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import org.jspecify.annotations.Nullable;

/**
 * How a throttle key's bucket stands. It is recorded with the deliveries that took from it, so that a restart, or a loop
 * of crashes, never hands the same tokens out twice.
 *
 * @param rate absent if the key is not throttled any more
 */
public record BucketChanged(String throttleKey, @Nullable Rate rate, TokenBucket.Level level) implements Record {}
