package io.fila.client.admin;

import java.time.Duration;
import java.util.Optional;

/**
 * How a queue behaves; what is absent is the broker's default, or stays as it is when a queue is updated.
 *
 * @param onEnqueueScript a Lua chunk that defines {@code on_enqueue(msg)}
 * @param onFailureScript a Lua chunk that defines {@code on_failure(msg)}
 * @param visibilityTimeout how long a consumer may hold a message before it goes back to its queue
 * @param maxAttempts failed deliveries after which a message goes to the dead letter queue whatever a script says
 * @param scriptFallback what a message gets while on_enqueue fails: {@code defaults} or {@code last_good}
 * @param scriptTimeout how long a script of this queue may run
 * @param scriptMemoryLimitBytes how much memory a script of this queue may use
 * @param maxDepth messages the queue holds at most: pending, scheduled and in flight
 * @param overflow what a full queue does with a new message
 * @param admission slows producers down before the queue is full
 * @param messageTtl messages are dropped once so much time has passed since they could first have been delivered
 * @param maxInFlight messages of the queue that consumers hold at any time
 * @param maxInFlightPerKey messages of one fairness key that consumers hold at any time
 * @param quantum deliveries that a flow of weight 1 is allotted a round
 * @param sparseAllowance deliveries a flow that has just become active may have ahead of the round
 * @param dedupWindow how long a dedup key stays taken after its message has been acked
 */
public record QueueConfig(
        Optional<String> onEnqueueScript,
        Optional<String> onFailureScript,
        Optional<Duration> visibilityTimeout,
        Optional<Integer> maxAttempts,
        Optional<String> scriptFallback,
        Optional<Duration> scriptTimeout,
        Optional<Long> scriptMemoryLimitBytes,
        Optional<Long> maxDepth,
        Optional<Overflow> overflow,
        Optional<Admission> admission,
        Optional<Duration> messageTtl,
        Optional<Long> maxInFlight,
        Optional<Long> maxInFlightPerKey,
        Optional<Integer> quantum,
        Optional<Integer> sparseAllowance,
        Optional<Duration> dedupWindow) {
    public static final QueueConfig DEFAULT = new QueueConfig(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public QueueConfig withOnEnqueueScript(String lua) {
        return new QueueConfig(
                Optional.of(lua),
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withOnFailureScript(String lua) {
        return new QueueConfig(
                onEnqueueScript,
                Optional.of(lua),
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withVisibilityTimeout(Duration timeout) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                Optional.of(timeout),
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withMaxAttempts(int attempts) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                Optional.of(attempts),
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withScriptFallback(String fallback) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                Optional.of(fallback),
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withScriptTimeout(Duration timeout) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                Optional.of(timeout),
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withScriptMemoryLimitBytes(long bytes) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                Optional.of(bytes),
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withMaxDepth(long messages) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                Optional.of(messages),
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withOverflow(Overflow choice) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                Optional.of(choice),
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withAdmission(Admission limit) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                Optional.of(limit),
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withMessageTtl(Duration ttl) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                Optional.of(ttl),
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withMaxInFlight(long messages) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                Optional.of(messages),
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withMaxInFlightPerKey(long messages) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                Optional.of(messages),
                quantum,
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withQuantum(int deliveries) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                Optional.of(deliveries),
                sparseAllowance,
                dedupWindow);
    }

    public QueueConfig withSparseAllowance(int deliveries) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                Optional.of(deliveries),
                dedupWindow);
    }

    public QueueConfig withDedupWindow(Duration window) {
        return new QueueConfig(
                onEnqueueScript,
                onFailureScript,
                visibilityTimeout,
                maxAttempts,
                scriptFallback,
                scriptTimeout,
                scriptMemoryLimitBytes,
                maxDepth,
                overflow,
                admission,
                messageTtl,
                maxInFlight,
                maxInFlightPerKey,
                quantum,
                sparseAllowance,
                Optional.of(window));
    }
}
