package io.fila.cli.queue;

import io.fila.cli.output.Json;
import io.fila.client.admin.Admission;
import io.fila.client.admin.QueueConfig;
import io.fila.client.admin.QueueStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The settings of a queue, and their effects. */
final class QueuePolicies {
    /** What a queue has whose creator did not say how long a consumer may hold a message. */
    private static final Duration USUAL_VISIBILITY_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration USUAL_RETRY_BACKOFF = Duration.ofMillis(100);
    private static final Duration USUAL_RETRY_BACKOFF_MAX = Duration.ofMinutes(1);

    private final StringBuilder lines = new StringBuilder();

    private QueuePolicies() {}

    /** A line for each thing that is not as it is by default; none if all is. */
    static String text(QueueStats stats) {
        QueuePolicies manners = new QueuePolicies();
        QueueConfig config = stats.config();
        if (stats.paused()) {
            manners.line("Paused:", "yes");
        }
        if (!stats.pausedKeys().isEmpty()) {
            manners.line("Paused keys:", String.join(", ", stats.pausedKeys()));
        }
        config.visibilityTimeout()
                .filter(timeout -> !timeout.equals(USUAL_VISIBILITY_TIMEOUT))
                .ifPresent(timeout -> manners.line("Visibility timeout:", timeout.toMillis() + " ms"));
        config.maxAttempts().ifPresent(attempts -> manners.line("Max attempts:", attempts));
        config.retryBackoff()
                .filter(first -> !first.equals(USUAL_RETRY_BACKOFF) || !usual(config.retryBackoffMax()))
                .ifPresent(first -> manners.line("Retry backoff:", backoff(first, config)));
        config.maxDepth().ifPresent(depth -> manners.line("Max depth:", depth + overflow(config)));
        config.admission().ifPresent(admission -> manners.line("Admission:", text(admission)));
        config.messageTtl().ifPresent(ttl -> manners.line("Message TTL:", ttl.toMillis() + " ms"));
        config.maxInFlight().ifPresent(most -> manners.line("Max in flight:", most));
        config.maxInFlightPerKey().ifPresent(most -> manners.line("Max in flight a key:", most));
        config.dedupWindow().ifPresent(window -> manners.line("Dedup window:", window.toMillis() + " ms"));
        config.sparseAllowance().ifPresent(deliveries -> manners.line("Sparse allowance:", deliveries));
        config.fairnessBy().ifPresent(source -> manners.line("Fairness by:", source));
        manners.scripts(config);
        manners.count("Expired:", stats.expired());
        manners.count("Dropped:", stats.dropped());
        manners.count("Duplicates:", stats.duplicates());
        manners.count("By script fallback:", stats.scriptFallbacks());
        return manners.lines.toString();
    }

    /** Which there are and what they may use; the Lua itself is in the JSON. */
    private void scripts(QueueConfig config) {
        List<String> names = new ArrayList<>();
        config.onEnqueueScript().ifPresent(lua -> names.add("on_enqueue"));
        config.onFailureScript().ifPresent(lua -> names.add("on_failure"));
        if (names.isEmpty()) {
            return;
        }
        line("Scripts:", String.join(", ", names));
        config.scriptFallback().ifPresent(fallback -> line("Script fallback:", fallback));
        config.scriptTimeout().ifPresent(timeout -> line("Script timeout:", timeout.toMillis() + " ms"));
        config.scriptMemoryLimitBytes().ifPresent(bytes -> line("Script memory:", bytes + " bytes"));
    }

    static Json addTo(Json json, QueueStats stats) {
        return json.put("paused", stats.paused())
                .putStrings("paused_keys", stats.pausedKeys())
                .put("expired", stats.expired())
                .put("dropped", stats.dropped())
                .put("duplicates", stats.duplicates())
                .put("script_fallbacks", stats.scriptFallbacks())
                .put("config", json(stats.config()));
    }

    /** What is present, by the names of the contract; 0 is written where 0 is the default. */
    private static Json json(QueueConfig config) {
        Json json = new Json()
                .putUnlessEmpty("on_enqueue_script", config.onEnqueueScript().orElse(""))
                .putUnlessEmpty("on_failure_script", config.onFailureScript().orElse(""))
                .putUnlessEmpty("script_fallback", config.scriptFallback().orElse(""))
                .put("script_timeout_ms", millis(config.scriptTimeout().orElse(Duration.ZERO)))
                .put(
                        "script_memory_limit_bytes",
                        config.scriptMemoryLimitBytes().orElse(0L))
                .put("visibility_timeout_ms", millis(config.visibilityTimeout().orElse(Duration.ZERO)))
                .put("max_attempts", config.maxAttempts().orElse(0))
                .put("retry_backoff_ms", millis(config.retryBackoff().orElse(Duration.ZERO)))
                .put("retry_backoff_max_ms", millis(config.retryBackoffMax().orElse(Duration.ZERO)))
                .put("max_depth", config.maxDepth().orElse(0L))
                .putUnlessEmpty(
                        "overflow",
                        config.overflow()
                                .map(overflow -> overflow.name().toLowerCase(Locale.ROOT))
                                .orElse(""))
                .put("message_ttl_ms", millis(config.messageTtl().orElse(Duration.ZERO)))
                .put("max_in_flight", config.maxInFlight().orElse(0L))
                .put("max_in_flight_per_key", config.maxInFlightPerKey().orElse(0L))
                .put("dedup_window_ms", millis(config.dedupWindow().orElse(Duration.ZERO)))
                .putUnlessEmpty("fairness_by", config.fairnessBy().orElse(""));
        config.sparseAllowance().ifPresent(deliveries -> json.put("sparse_allowance", deliveries));
        config.admission()
                .ifPresent(admission -> json.put(
                        "admission",
                        new Json()
                                .put("from_fill_percent", admission.fromFillPercent())
                                .put("rate_per_second", admission.ratePerSecond())
                                .put("burst", admission.burst())));
        return json;
    }

    private static long millis(Duration duration) {
        return duration.toMillis();
    }

    private static boolean usual(Optional<Duration> longest) {
        return longest.isEmpty() || longest.get().equals(USUAL_RETRY_BACKOFF_MAX);
    }

    private static String backoff(Duration first, QueueConfig config) {
        String longest = config.retryBackoffMax()
                .map(most -> " up to " + most.toMillis() + " ms")
                .orElse("");
        return first.isZero() ? "none" : first.toMillis() + " ms" + longest;
    }

    private static String overflow(QueueConfig config) {
        return config.overflow()
                .map(overflow -> " (" + overflow.name().toLowerCase(Locale.ROOT) + ")")
                .orElse("");
    }

    private static String text(Admission admission) {
        return "from " + admission.fromFillPercent() + " %: " + admission.ratePerSecond() + " a second, burst "
                + admission.burst();
    }

    private void count(String label, long value) {
        if (value > 0) {
            line(label, value);
        }
    }

    private void line(String label, Object value) {
        lines.append("\n  ")
                .append(label)
                .append(" ".repeat(22 - label.length()))
                .append(value);
    }
}
