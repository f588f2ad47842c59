package io.fila.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failure that knows when the next attempt makes sense, such as an answer with a {@code Retry-After}. A handler throws it
 * to have its message tried again no sooner than that, whatever a script of the queue says.
 */
public final class RetryAfter extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final Duration delay;
    private final @Nullable String throttleKey;

    public RetryAfter(String reason, Duration delay) {
        this(reason, delay, null);
    }

    private RetryAfter(String reason, Duration delay, @Nullable String throttleKey) {
        super(reason);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("Expected a delay of zero or more but found " + delay);
        }
        this.reason = reason;
        this.delay = delay;
        this.throttleKey = throttleKey;
    }

    /** Holds a throttle key of the message for that long too, for every message that must pass it. */
    public RetryAfter holding(String key) {
        return new RetryAfter(reason, delay, key);
    }

    public String reason() {
        return reason;
    }

    public Duration delay() {
        return delay;
    }

    public Optional<String> throttleKey() {
        return Optional.ofNullable(throttleKey);
    }
}
