package io.fila.client.admin;

import java.time.Duration;
import java.util.Optional;

/**
 * How a queue behaves; what is absent is the broker's default.
 *
 * @param onEnqueueScript a Lua chunk that defines {@code on_enqueue(msg)}
 * @param onFailureScript a Lua chunk that defines {@code on_failure(msg)}
 * @param visibilityTimeout how long a consumer may hold a message before it goes back to its queue
 */
public record QueueConfig(
        Optional<String> onEnqueueScript, Optional<String> onFailureScript, Optional<Duration> visibilityTimeout) {
    public static final QueueConfig DEFAULT = new QueueConfig(Optional.empty(), Optional.empty(), Optional.empty());

    public QueueConfig withOnEnqueueScript(String lua) {
        return new QueueConfig(Optional.of(lua), onFailureScript, visibilityTimeout);
    }

    public QueueConfig withOnFailureScript(String lua) {
        return new QueueConfig(onEnqueueScript, Optional.of(lua), visibilityTimeout);
    }

    public QueueConfig withVisibilityTimeout(Duration timeout) {
        return new QueueConfig(onEnqueueScript, onFailureScript, Optional.of(timeout));
    }
}
