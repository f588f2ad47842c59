package io.fila.server.grpc.admin;

import io.fila.core.queue.Backoff;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import io.fila.lua.LuaLimits;
import io.fila.proto.v1.Admission;
import io.fila.server.enqueue.EnqueueOptionRules;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a queue's configuration may say, scripts aside. */
final class QueueConfigRules {
    private static final List<String> FALLBACKS = List.of("defaults", "last_good", "reject", "dead_letter");
    private static final List<String> OVERFLOWS = List.of("reject", "drop_new", "drop_oldest");

    /** Longer than any script should take, and short enough that a mistake in the unit is noticed. */
    private static final Duration MAX_SCRIPT_TIMEOUT = Duration.ofMinutes(1);

    /** Messages a queue may be allowed to hold: more than fit on any disk. */
    private static final long MAX_DEPTH = 1_000_000_000_000L;

    /** Deliveries a round or ahead of it: beyond this there would be no rounds to speak of. */
    private static final int MAX_QUANTUM = 1_000_000;

    /** How long a dedup key may stay taken after its message; each costs memory for that long. */
    private static final Duration MAX_DEDUP_WINDOW = Duration.ofDays(7);

    private QueueConfigRules() {}

    /** What speaks against a configuration, or null if nothing does. */
    static @Nullable Refusal objection(io.fila.proto.v1.QueueConfig config) {
        return first(
                outside(
                        "a visibility timeout",
                        config.getVisibilityTimeoutMs(),
                        QueueConfig.MIN_VISIBILITY_TIMEOUT.toMillis(),
                        QueueConfig.MAX_VISIBILITY_TIMEOUT.toMillis(),
                        " ms"),
                outside("a script timeout", config.getScriptTimeoutMs(), 1, MAX_SCRIPT_TIMEOUT.toMillis(), " ms"),
                outside(
                        "a script memory limit",
                        config.getScriptMemoryLimitBytes(),
                        LuaLimits.MIN_MEMORY_BYTES,
                        LuaLimits.MAX_MEMORY_BYTES,
                        " bytes"),
                outside("max_attempts", unsigned(config.getMaxAttempts()), 1, Integer.MAX_VALUE, ""),
                unknown("script_fallback", config.getScriptFallback(), FALLBACKS),
                outside("max_depth", config.getMaxDepth(), 1, MAX_DEPTH, ""),
                unknown("overflow", config.getOverflow(), OVERFLOWS),
                unknown("fairness_by", config.getFairnessBy(), List.of(QueueConfigs.BY_PRINCIPAL)),
                config.hasAdmission() ? objection(config.getAdmission(), config.getMaxDepth()) : null,
                outside("a message_ttl_ms", config.getMessageTtlMs(), 1, EnqueueOptionRules.LONGEST.toMillis(), " ms"),
                outside("max_in_flight", config.getMaxInFlight(), 1, MAX_DEPTH, ""),
                outside("max_in_flight_per_key", config.getMaxInFlightPerKey(), 1, MAX_DEPTH, ""),
                outside("a quantum", unsigned(config.getQuantum()), 1, MAX_QUANTUM, ""),
                outside("a sparse_allowance", unsigned(config.getSparseAllowance()), 1, MAX_QUANTUM, ""),
                outside("a dedup_window_ms", config.getDedupWindowMs(), 1, MAX_DEDUP_WINDOW.toMillis(), " ms"),
                outside("a retry_backoff_ms", config.getRetryBackoffMs(), 1, Backoff.MAX.toMillis(), " ms"),
                outside("a retry_backoff_max_ms", config.getRetryBackoffMaxMs(), 1, Backoff.MAX.toMillis(), " ms"),
                backoffObjection(config));
    }

    private static @Nullable Refusal backoffObjection(io.fila.proto.v1.QueueConfig config) {
        long first = config.getRetryBackoffMs();
        long longest = config.getRetryBackoffMaxMs();
        return longest == 0 || first <= longest
                ? null
                : Refusal.invalid("Expected a retry_backoff_max_ms of at least the retry_backoff_ms, " + first
                        + ", but found " + longest + ".");
    }

    private static @Nullable Refusal objection(Admission admission, long maxDepth) {
        if (maxDepth == 0) {
            return Refusal.invalid(
                    "Expected a max_depth with admission, which begins at a part of it, but there is none; set one.");
        }
        int percent = admission.getFromFillPercent();
        if (percent < 1 || percent > 100) {
            return Refusal.invalid("Expected admission.from_fill_percent of 1 to 100 but found "
                    + Integer.toUnsignedString(percent) + ".");
        }
        double rate = admission.getRatePerSecond();
        if (!(rate >= 0 && rate <= Rate.MAX_PER_SECOND)) {
            return Refusal.invalid("Expected admission.rate_per_second of 0 to " + (long) Rate.MAX_PER_SECOND
                    + " but found " + rate + ".");
        }
        double burst = admission.getBurst();
        return burst >= 1 && burst <= Rate.MAX_BURST
                ? null
                : Refusal.invalid(
                        "Expected admission.burst of 1 to " + (long) Rate.MAX_BURST + " but found " + burst + ".");
    }

    private static @Nullable Refusal first(@Nullable Refusal... objections) {
        return Arrays.stream(objections)
                .filter(objection -> objection != null)
                .findFirst()
                .orElse(null);
    }

    private static long unsigned(int value) {
        return Integer.toUnsignedLong(value);
    }

    private static @Nullable Refusal unknown(String what, String word, List<String> known) {
        return word.isEmpty() || known.contains(word)
                ? null
                : Refusal.invalid("Expected " + what + " \"" + String.join("\", \"", known)
                        + "\" or nothing but found \"" + word + "\".");
    }

    private static @Nullable Refusal outside(String what, long value, long min, long max, String unit) {
        boolean fits = value == 0 || (value >= min && value <= max);
        return fits
                ? null
                : Refusal.invalid("Expected " + what + " of " + min + " to " + max + unit
                        + ", or 0 for the default, but found " + Long.toUnsignedString(value) + ".");
    }
}
