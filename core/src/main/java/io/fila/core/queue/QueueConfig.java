package io.fila.core.queue;

import java.time.Duration;

/**
 * How a queue behaves.
 *
 * @param visibilityTimeout how long a consumer may hold a message before it goes back
 */
public record QueueConfig(Duration visibilityTimeout) {
    public static final Duration DEFAULT_VISIBILITY_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration MIN_VISIBILITY_TIMEOUT = Duration.ofSeconds(1);
    public static final Duration MAX_VISIBILITY_TIMEOUT = Duration.ofDays(7);
    public static final QueueConfig DEFAULT = new QueueConfig(DEFAULT_VISIBILITY_TIMEOUT);
}
