package io.fila.client.admin;

import java.time.Duration;
import java.util.Optional;

/**
 * How a queue behaves; what is absent is the broker's default.
 *
 * @param onEnqueueScript a Lua chunk that defines {@code on_enqueue(msg)}
 * @param onFailureScript a Lua chunk that defines {@code on_failure(msg)}
 * @param visibilityTimeout how long a consumer may hold a message before it goes back to its queue
 * @param maxAttempts failed deliveries after which a message goes to the dead letter queue whatever a script says
 * @param scriptFallback what a message gets while on_enqueue fails: {@code defaults} or {@code last_good}
 */
public record QueueConfig(
        Optional<String> onEnqueueScript,
        Optional<String> onFailureScript,
        Optional<Duration> visibilityTimeout,
        Optional<Integer> maxAttempts,
        Optional<String> scriptFallback) {
    public static final QueueConfig DEFAULT =
            new QueueConfig(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public QueueConfig withOnEnqueueScript(String lua) {
        return new QueueConfig(Optional.of(lua), onFailureScript, visibilityTimeout, maxAttempts, scriptFallback);
    }

    public QueueConfig withOnFailureScript(String lua) {
        return new QueueConfig(onEnqueueScript, Optional.of(lua), visibilityTimeout, maxAttempts, scriptFallback);
    }

    public QueueConfig withVisibilityTimeout(Duration timeout) {
        return new QueueConfig(onEnqueueScript, onFailureScript, Optional.of(timeout), maxAttempts, scriptFallback);
    }

    public QueueConfig withMaxAttempts(int attempts) {
        return new QueueConfig(
                onEnqueueScript, onFailureScript, visibilityTimeout, Optional.of(attempts), scriptFallback);
    }

    public QueueConfig withScriptFallback(String fallback) {
        return new QueueConfig(onEnqueueScript, onFailureScript, visibilityTimeout, maxAttempts, Optional.of(fallback));
    }
}
