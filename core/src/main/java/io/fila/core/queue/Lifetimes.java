package io.fila.core.queue;

import java.time.Duration;

/**
 * How long things last in a queue.
 *
 * @param messageTtl messages are dropped when so much time has passed since they could first have been delivered; zero for
 *     never
 * @param dedupWindow how long a dedup key stays taken after its message was acked
 */
public record Lifetimes(Duration messageTtl, Duration dedupWindow) {
    public static final Lifetimes DEFAULT = new Lifetimes(Duration.ZERO, Duration.ZERO);
}
