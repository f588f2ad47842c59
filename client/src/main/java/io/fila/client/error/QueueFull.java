package io.fila.client.error;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The broker takes no more for now, because it is overloaded or by a policy of the queue; nothing was stored. */
public final class QueueFull extends FilaException {
    private static final long serialVersionUID = 1;

    private final @Nullable Duration retryAfter;

    public QueueFull(@Nullable Duration retryAfter, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.retryAfter = retryAfter;
    }

    /** The broker's hint when to try again, if it gave one. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
