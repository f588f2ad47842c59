package io.fila.client;

import com.google.protobuf.FieldMask;
import io.fila.client.admin.Admission;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/** How a queue behaves, between its form here and its form on the wire. */
final class QueueConfigs {
    private final io.fila.proto.v1.QueueConfig.Builder wire = io.fila.proto.v1.QueueConfig.newBuilder();
    private final List<String> present = new ArrayList<>();

    private QueueConfigs(QueueConfig config) {
        put("on_enqueue_script", config.onEnqueueScript(), io.fila.proto.v1.QueueConfig.Builder::setOnEnqueueScript);
        put("on_failure_script", config.onFailureScript(), io.fila.proto.v1.QueueConfig.Builder::setOnFailureScript);
        put(
                "visibility_timeout_ms",
                config.visibilityTimeout().map(Duration::toMillis),
                io.fila.proto.v1.QueueConfig.Builder::setVisibilityTimeoutMs);
        put("max_attempts", config.maxAttempts(), io.fila.proto.v1.QueueConfig.Builder::setMaxAttempts);
        put("script_fallback", config.scriptFallback(), io.fila.proto.v1.QueueConfig.Builder::setScriptFallback);
        put(
                "script_timeout_ms",
                config.scriptTimeout().map(Duration::toMillis),
                io.fila.proto.v1.QueueConfig.Builder::setScriptTimeoutMs);
        put(
                "script_memory_limit_bytes",
                config.scriptMemoryLimitBytes(),
                io.fila.proto.v1.QueueConfig.Builder::setScriptMemoryLimitBytes);
        put("max_depth", config.maxDepth(), io.fila.proto.v1.QueueConfig.Builder::setMaxDepth);
        put(
                "overflow",
                config.overflow().map(overflow -> overflow.name().toLowerCase(Locale.ROOT)),
                io.fila.proto.v1.QueueConfig.Builder::setOverflow);
        put(
                "admission",
                config.admission().map(QueueConfigs::wire),
                io.fila.proto.v1.QueueConfig.Builder::setAdmission);
        put(
                "message_ttl_ms",
                config.messageTtl().map(Duration::toMillis),
                io.fila.proto.v1.QueueConfig.Builder::setMessageTtlMs);
        put("max_in_flight", config.maxInFlight(), io.fila.proto.v1.QueueConfig.Builder::setMaxInFlight);
        put(
                "max_in_flight_per_key",
                config.maxInFlightPerKey(),
                io.fila.proto.v1.QueueConfig.Builder::setMaxInFlightPerKey);
        put("quantum", config.quantum(), io.fila.proto.v1.QueueConfig.Builder::setQuantum);
        put("sparse_allowance", config.sparseAllowance(), io.fila.proto.v1.QueueConfig.Builder::setSparseAllowance);
        put(
                "dedup_window_ms",
                config.dedupWindow().map(Duration::toMillis),
                io.fila.proto.v1.QueueConfig.Builder::setDedupWindowMs);
    }

    static io.fila.proto.v1.QueueConfig wire(QueueConfig config) {
        return new QueueConfigs(config).wire.build();
    }

    /** Names what is present. */
    static FieldMask mask(QueueConfig config) {
        return FieldMask.newBuilder()
                .addAllPaths(new QueueConfigs(config).present)
                .build();
    }

    static QueueConfig read(io.fila.proto.v1.QueueConfig wire) {
        return new QueueConfig(
                text(wire.getOnEnqueueScript()),
                text(wire.getOnFailureScript()),
                millis(wire.getVisibilityTimeoutMs()),
                number(wire.getMaxAttempts()),
                text(wire.getScriptFallback()),
                millis(wire.getScriptTimeoutMs()),
                number(wire.getScriptMemoryLimitBytes()),
                number(wire.getMaxDepth()),
                overflow(wire.getOverflow()),
                wire.hasAdmission() ? Optional.of(read(wire.getAdmission())) : Optional.empty(),
                millis(wire.getMessageTtlMs()),
                number(wire.getMaxInFlight()),
                number(wire.getMaxInFlightPerKey()),
                number(wire.getQuantum()),
                wire.hasSparseAllowance() ? Optional.of(wire.getSparseAllowance()) : Optional.empty(),
                millis(wire.getDedupWindowMs()));
    }

    private <T> void put(String path, Optional<T> value, BiConsumer<io.fila.proto.v1.QueueConfig.Builder, T> setter) {
        value.ifPresent(given -> {
            present.add(path);
            setter.accept(wire, given);
        });
    }

    private static io.fila.proto.v1.Admission wire(Admission admission) {
        return io.fila.proto.v1.Admission.newBuilder()
                .setFromFillPercent(admission.fromFillPercent())
                .setRatePerSecond(admission.ratePerSecond())
                .setBurst(admission.burst())
                .build();
    }

    private static Admission read(io.fila.proto.v1.Admission wire) {
        return new Admission(wire.getFromFillPercent(), wire.getRatePerSecond(), wire.getBurst());
    }

    /** Empty also for a way that a newer broker knows and this client does not. */
    private static Optional<Overflow> overflow(String text) {
        for (Overflow overflow : Overflow.values()) {
            if (overflow.name().equalsIgnoreCase(text)) {
                return Optional.of(overflow);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> text(String value) {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private static Optional<Duration> millis(long value) {
        return value == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(value));
    }

    private static Optional<Long> number(long value) {
        return value == 0 ? Optional.empty() : Optional.of(value);
    }

    private static Optional<Integer> number(int value) {
        return value == 0 ? Optional.empty() : Optional.of(value);
    }
}
