package io.fila.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failure that knows when the next attempt makes sense, such as an answer with a {@code Retry-After}. A handler throws it
 * to have its message tried again no sooner than that, whatever a script of the queue says.
 */
public final class RetryAfter extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The broker takes no longer ones. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(3653);

    private final String reason;
    private final Duration delay;
    private final @Nullable String throttleKey;

    public RetryAfter(String reason, Duration delay) {
        this(reason, delay, null);
    }

    private RetryAfter(String reason, Duration delay, @Nullable String throttleKey) {
        super(Objects.requireNonNull(reason, "Expected a text that says why the work failed but found null"));
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("Expected a delay between zero and ten years but found " + delay);
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
