package io.fila.core.queue;

import java.time.Duration;

/**
 * The settings of a queue.
 *
 * @param visibilityTimeout how long a consumer may hold a message before it returns to the queue
 * @param onEnqueue Lua that sets a message's fairness key, weight and throttle keys; empty means none
 * @param onFailure Lua that chooses between a retry and the dead letter queue; empty means none
 * @param maxAttempts failures after which a message goes to the dead letter queue, whatever a script says; 0 means no limit
 * @param scriptFallback what happens to a message whose on_enqueue fails
 * @param scriptTimeout how long a script may run; zero for the broker's default
 * @param scriptMemoryBytes how much memory a script may use; 0 for the broker's default
 * @param capacity how much it takes
 * @param lifetimes how long things last in it
 * @param deliveryPolicy how it shares out its deliveries
 * @param backoff how long a message that failed waits for its next try when no script says otherwise
 */
public record QueueConfig(
        Duration visibilityTimeout,
        String onEnqueue,
        String onFailure,
        int maxAttempts,
        ScriptFallback scriptFallback,
        Duration scriptTimeout,
        long scriptMemoryBytes,
        Capacity capacity,
        Lifetimes lifetimes,
        DeliveryPolicy deliveryPolicy,
        Backoff backoff) {

    public static final Duration DEFAULT_VISIBILITY_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration MIN_VISIBILITY_TIMEOUT = Duration.ofSeconds(1);
    public static final Duration MAX_VISIBILITY_TIMEOUT = Duration.ofDays(7);
    public static final QueueConfig DEFAULT = new QueueConfig(DEFAULT_VISIBILITY_TIMEOUT);

    /** What becomes of a message while its queue's on_enqueue script fails or is bypassed. */
    public enum ScriptFallback {
        /** It gets the default key, weight 1, no throttles. */
        DEFAULTS,
        /** It gets what the script last said for the same headers, and the defaults if it has not seen them. */
        LAST_GOOD,
        /** It is refused. */
        REJECT,
        /** It goes to the dead letter queue. */
        DEAD_LETTER
    }

    public QueueConfig(Duration visibilityTimeout) {
        this(visibilityTimeout, "", "", 0, ScriptFallback.DEFAULTS, Duration.ZERO, 0);
    }

    public QueueConfig(
            Duration visibilityTimeout,
            String onEnqueue,
            String onFailure,
            int maxAttempts,
            ScriptFallback scriptFallback,
            Duration scriptTimeout,
            long scriptMemoryBytes) {
        this(
                visibilityTimeout,
                onEnqueue,
                onFailure,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryBytes,
                Capacity.UNLIMITED,
                Lifetimes.DEFAULT,
                DeliveryPolicy.DEFAULT,
                Backoff.DEFAULT);
    }

    public QueueConfig with(Capacity other) {
        return with(other, lifetimes, deliveryPolicy, backoff);
    }

    public QueueConfig with(Lifetimes other) {
        return with(capacity, other, deliveryPolicy, backoff);
    }

    public QueueConfig with(DeliveryPolicy other) {
        return with(capacity, lifetimes, other, backoff);
    }

    public QueueConfig with(Backoff other) {
        return with(capacity, lifetimes, deliveryPolicy, other);
    }

    private QueueConfig with(
            Capacity newCapacity, Lifetimes newLifetimes, DeliveryPolicy newDeliveryPolicy, Backoff newBackoff) {
        return new QueueConfig(
                visibilityTimeout,
                onEnqueue,
                onFailure,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryBytes,
                newCapacity,
                newLifetimes,
                newDeliveryPolicy,
                newBackoff);
    }

    public boolean hasOnEnqueue() {
        return !onEnqueue.isEmpty();
    }

    public boolean hasOnFailure() {
        return !onFailure.isEmpty();
    }
}
