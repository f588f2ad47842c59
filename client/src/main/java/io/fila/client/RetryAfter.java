package io.fila.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failure that knows when to retry, such as an HTTP answer with {@code Retry-After}. A handler throws it to have its message
 * retried no sooner than that, whatever the queue's script says.
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
        super(Objects.requireNonNull(reason, "Expected a reason for the failure but found null"));
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("Expected a delay between zero and ten years but found " + delay);
        }
        this.reason = reason;
        this.delay = delay;
        this.throttleKey = throttleKey;
    }

    /** Also holds one of the message's throttle keys for that long, for every message that needs it. */
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
