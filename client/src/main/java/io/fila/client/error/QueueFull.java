package io.fila.client.error;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The broker accepts no more for now, because it is overloaded or because of a queue policy. Nothing was stored. */
public final class QueueFull extends FilaException {
    private static final long serialVersionUID = 1;

    private final @Nullable Duration retryAfter;

    public QueueFull(@Nullable Duration retryAfter, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** When to retry, if the broker says so. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
