package io.fila.client.admin;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of a queue. An absent setting means the broker's default, or no change in an update. */
public final class QueueConfig {
    public static final QueueConfig DEFAULT = new QueueConfig(Map.of());

    /** Restores the broker's default for settings where no value means it. */
    private enum Special {
        BROKERS_DEFAULT
    }

    /** By their names in the API. */
    private final Map<String, Object> values;

    private QueueConfig(Map<String, Object> values) {
        this.values = values;
    }

    /** The settings that are present, by their names in the API. */
    public Set<String> present() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** A Lua chunk that defines {@code on_enqueue(msg)}. */
    public Optional<String> onEnqueueScript() {
        return value("on_enqueue_script", String.class);
    }

    /** A Lua chunk that defines {@code on_failure(msg)}. */
    public Optional<String> onFailureScript() {
        return value("on_failure_script", String.class);
    }

    /** How long a consumer may hold a message before it returns to its queue. */
    public Optional<Duration> visibilityTimeout() {
        return value("visibility_timeout_ms", Duration.class);
    }

    /** Failures after which a message goes to the dead letter queue, whatever a script says. */
    public Optional<Integer> maxAttempts() {
        return value("max_attempts", Integer.class);
    }

    /**
     * What happens to a message whose on_enqueue fails: {@code defaults}, {@code last_good}, {@code reject} or {@code
     * dead_letter}.
     */
    public Optional<String> scriptFallback() {
        return value("script_fallback", String.class);
    }

    /** How long a script of this queue may run. */
    public Optional<Duration> scriptTimeout() {
        return value("script_timeout_ms", Duration.class);
    }

    /** How much memory a script of this queue may use. */
    public Optional<Long> scriptMemoryLimitBytes() {
        return value("script_memory_limit_bytes", Long.class);
    }

    /** The most messages the queue holds: pending, scheduled and in flight. */
    public Optional<Long> maxDepth() {
        return value("max_depth", Long.class);
    }

    /** What a full queue does with a new message. */
    public Optional<Overflow> overflow() {
        return value("overflow", Overflow.class);
    }

    /** Slows producers down before the queue is full. */
    public Optional<Admission> admission() {
        return value("admission", Admission.class);
    }

    /** Drops messages that are not delivered within this time after they first could be. */
    public Optional<Duration> messageTtl() {
        return value("message_ttl_ms", Duration.class);
    }

    /** The most messages of the queue that consumers hold at any time. */
    public Optional<Long> maxInFlight() {
        return value("max_in_flight", Long.class);
    }

    /** The most messages of one fairness key that consumers hold at any time. */
    public Optional<Long> maxInFlightPerKey() {
        return value("max_in_flight_per_key", Long.class);
    }

    /** The most deliveries per round for a flow of weight 1. */
    public Optional<Integer> quantum() {
        return value("quantum", Integer.class);
    }

    /** How many deliveries a flow that has just become active may borrow ahead of the round. */
    public Optional<Integer> sparseAllowance() {
        return value("sparse_allowance", Integer.class);
    }

    /** How long a dedup key stays taken after its message has been acked. */
    public Optional<Duration> dedupWindow() {
        return value("dedup_window_ms", Duration.class);
    }

    /** How long a message waits after its first nack if no script decides; zero means no wait. */
    public Optional<Duration> retryBackoff() {
        return value("retry_backoff_ms", Duration.class);
    }

    /** The longest backoff; the wait doubles with each further nack. */
    public Optional<Duration> retryBackoffMax() {
        return value("retry_backoff_max_ms", Duration.class);
    }

    /** Where the fairness key comes from: {@code principal} for the name of the producer's API key. */
    public Optional<String> fairnessBy() {
        return value("fairness_by", String.class);
    }

    public QueueConfig withFairnessBy(String source) {
        return with("fairness_by", source);
    }

    public QueueConfig withOnEnqueueScript(String lua) {
        return with("on_enqueue_script", lua);
    }

    public QueueConfig withOnFailureScript(String lua) {
        return with("on_failure_script", lua);
    }

    public QueueConfig withVisibilityTimeout(Duration timeout) {
        return with("visibility_timeout_ms", timeout);
    }

    public QueueConfig withMaxAttempts(int attempts) {
        return with("max_attempts", attempts);
    }

    public QueueConfig withScriptFallback(String fallback) {
        return with("script_fallback", fallback);
    }

    public QueueConfig withScriptTimeout(Duration timeout) {
        return with("script_timeout_ms", timeout);
    }

    public QueueConfig withScriptMemoryLimitBytes(long bytes) {
        return with("script_memory_limit_bytes", bytes);
    }

    public QueueConfig withMaxDepth(long messages) {
        return with("max_depth", messages);
    }

    public QueueConfig withOverflow(Overflow choice) {
        return with("overflow", choice);
    }

    public QueueConfig withAdmission(Admission limit) {
        return with("admission", limit);
    }

    public QueueConfig withMessageTtl(Duration ttl) {
        return with("message_ttl_ms", ttl);
    }

    public QueueConfig withMaxInFlight(long messages) {
        return with("max_in_flight", messages);
    }

    public QueueConfig withMaxInFlightPerKey(long messages) {
        return with("max_in_flight_per_key", messages);
    }

    public QueueConfig withQuantum(int deliveries) {
        return with("quantum", deliveries);
    }

    public QueueConfig withSparseAllowance(int deliveries) {
        return with("sparse_allowance", deliveries);
    }

    /** In an update, restores the broker's default; 0 would mean none. */
    public QueueConfig withDefaultSparseAllowance() {
        return with("sparse_allowance", Special.BROKERS_DEFAULT);
    }

    public QueueConfig withDedupWindow(Duration window) {
        return with("dedup_window_ms", window);
    }

    public QueueConfig withRetryBackoff(Duration first) {
        return with("retry_backoff_ms", first);
    }

    /** In an update, restores the default; zero would mean no backoff. */
    public QueueConfig withDefaultRetryBackoff() {
        return with("retry_backoff_ms", Special.BROKERS_DEFAULT);
    }

    public QueueConfig withRetryBackoffMax(Duration longest) {
        return with("retry_backoff_max_ms", longest);
    }

    private <T> Optional<T> value(String name, Class<T> type) {
        return Optional.ofNullable(values.get(name))
                .filter(value -> value != Special.BROKERS_DEFAULT)
                .map(type::cast);
    }

    private QueueConfig with(String name, Object value) {
        Map<String, Object> more = new TreeMap<>(values);
        more.put(name, value);
        return new QueueConfig(more);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QueueConfig config && values.equals(config.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "QueueConfig" + values;
    }
}
