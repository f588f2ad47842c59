package io.fila.server.grpc;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.reply.Refusal;
import io.fila.lua.LuaLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A queue's configuration on its way in. */
final class QueueConfigs {
    private static final String DEFAULTS = "defaults";
    private static final String LAST_GOOD = "last_good";

    /** Longer than any script should take, and short enough that a mistake in the unit is noticed. */
    private static final Duration MAX_SCRIPT_TIMEOUT = Duration.ofMinutes(1);

    private QueueConfigs() {}

    /** What speaks against it, scripts aside, or null if nothing does. */
    static @Nullable Refusal objection(io.fila.proto.v1.QueueConfig config) {
        Refusal visibility = outside(
                "a visibility timeout",
                config.getVisibilityTimeoutMs(),
                QueueConfig.MIN_VISIBILITY_TIMEOUT.toMillis(),
                QueueConfig.MAX_VISIBILITY_TIMEOUT.toMillis(),
                "ms");
        Refusal timeout =
                outside("a script timeout", config.getScriptTimeoutMs(), 1, MAX_SCRIPT_TIMEOUT.toMillis(), "ms");
        Refusal memory = outside(
                "a script memory limit",
                config.getScriptMemoryLimitBytes(),
                LuaLimits.MIN_MEMORY_BYTES,
                LuaLimits.MAX_MEMORY_BYTES,
                "bytes");
        if (visibility != null || timeout != null || memory != null) {
            return visibility != null ? visibility : timeout != null ? timeout : memory;
        }
        if (config.getMaxAttempts() < 0) {
            return Refusal.invalid("Expected max_attempts of at most " + Integer.MAX_VALUE + " but found "
                    + Integer.toUnsignedString(config.getMaxAttempts()) + ".");
        }
        String fallback = config.getScriptFallback();
        boolean known = fallback.isEmpty() || fallback.equals(DEFAULTS) || fallback.equals(LAST_GOOD);
        return known
                ? null
                : Refusal.invalid("Expected script_fallback \"" + DEFAULTS + "\" or \"" + LAST_GOOD + "\" but found \""
                        + fallback + "\".");
    }

    private static @Nullable Refusal outside(String what, long value, long min, long max, String unit) {
        boolean fits = value == 0 || (value >= min && value <= max);
        return fits
                ? null
                : Refusal.invalid("Expected " + what + " of " + min + " to " + max + " " + unit
                        + ", or 0 for the default, but found " + Long.toUnsignedString(value) + ".");
    }

    static QueueConfig read(io.fila.proto.v1.QueueConfig config) {
        long millis = config.getVisibilityTimeoutMs();
        return new QueueConfig(
                millis == 0 ? QueueConfig.DEFAULT_VISIBILITY_TIMEOUT : Duration.ofMillis(millis),
                config.getOnEnqueueScript(),
                config.getOnFailureScript(),
                config.getMaxAttempts(),
                config.getScriptFallback().equals(LAST_GOOD) ? ScriptFallback.LAST_GOOD : ScriptFallback.DEFAULTS,
                Duration.ofMillis(config.getScriptTimeoutMs()),
                config.getScriptMemoryLimitBytes());
    }
}
