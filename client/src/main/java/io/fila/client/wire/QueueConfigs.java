package io.fila.client.wire;

import io.fila.client.admin.Admission;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;
import java.util.Locale;

/** Converts queue settings to and from the wire. */
public final class QueueConfigs {
    private QueueConfigs() {}

    public static io.fila.proto.v1.QueueConfig wire(QueueConfig config) {
        io.fila.proto.v1.QueueConfig.Builder wire = io.fila.proto.v1.QueueConfig.newBuilder();
        config.onEnqueueScript().ifPresent(wire::setOnEnqueueScript);
        config.onFailureScript().ifPresent(wire::setOnFailureScript);
        config.visibilityTimeout().map(Duration::toMillis).ifPresent(wire::setVisibilityTimeoutMs);
        config.maxAttempts().ifPresent(wire::setMaxAttempts);
        config.scriptFallback().ifPresent(wire::setScriptFallback);
        config.scriptTimeout().map(Duration::toMillis).ifPresent(wire::setScriptTimeoutMs);
        config.scriptMemoryLimitBytes().ifPresent(wire::setScriptMemoryLimitBytes);
        config.maxDepth().ifPresent(wire::setMaxDepth);
        config.overflow().map(choice -> choice.name().toLowerCase(Locale.ROOT)).ifPresent(wire::setOverflow);
        config.admission()
                .filter(limit -> !limit.equals(Admission.NONE))
                .map(QueueConfigs::wire)
                .ifPresent(wire::setAdmission);
        config.messageTtl().map(Duration::toMillis).ifPresent(wire::setMessageTtlMs);
        config.maxInFlight().ifPresent(wire::setMaxInFlight);
        config.maxInFlightPerKey().ifPresent(wire::setMaxInFlightPerKey);
        config.quantum().ifPresent(wire::setQuantum);
        config.sparseAllowance().ifPresent(wire::setSparseAllowance);
        config.dedupWindow().map(Duration::toMillis).ifPresent(wire::setDedupWindowMs);
        config.retryBackoff().map(Duration::toMillis).ifPresent(wire::setRetryBackoffMs);
        config.retryBackoffMax().map(Duration::toMillis).ifPresent(wire::setRetryBackoffMaxMs);
        config.fairnessBy().ifPresent(wire::setFairnessBy);
        return wire.build();
    }

    /** What is at its default on the wire is absent here. */
    public static QueueConfig read(io.fila.proto.v1.QueueConfig wire) {
        QueueConfig config = QueueConfig.DEFAULT;
        config = !wire.getOnEnqueueScript().isEmpty() ? config.withOnEnqueueScript(wire.getOnEnqueueScript()) : config;
        config = !wire.getOnFailureScript().isEmpty() ? config.withOnFailureScript(wire.getOnFailureScript()) : config;
        config = wire.getVisibilityTimeoutMs() != 0
                ? config.withVisibilityTimeout(Duration.ofMillis(wire.getVisibilityTimeoutMs()))
                : config;
        config = wire.getMaxAttempts() != 0 ? config.withMaxAttempts(wire.getMaxAttempts()) : config;
        config = !wire.getScriptFallback().isEmpty() ? config.withScriptFallback(wire.getScriptFallback()) : config;
        config = wire.getScriptTimeoutMs() != 0
                ? config.withScriptTimeout(Duration.ofMillis(wire.getScriptTimeoutMs()))
                : config;
        config = wire.getScriptMemoryLimitBytes() != 0
                ? config.withScriptMemoryLimitBytes(wire.getScriptMemoryLimitBytes())
                : config;
        config = wire.getMaxDepth() != 0 ? config.withMaxDepth(wire.getMaxDepth()) : config;
        config = known(wire.getOverflow())
                ? config.withOverflow(Overflow.valueOf(wire.getOverflow().toUpperCase(Locale.ROOT)))
                : config;
        config = wire.hasAdmission() ? config.withAdmission(read(wire.getAdmission())) : config;
        config =
                wire.getMessageTtlMs() != 0 ? config.withMessageTtl(Duration.ofMillis(wire.getMessageTtlMs())) : config;
        config = wire.getMaxInFlight() != 0 ? config.withMaxInFlight(wire.getMaxInFlight()) : config;
        config = wire.getMaxInFlightPerKey() != 0 ? config.withMaxInFlightPerKey(wire.getMaxInFlightPerKey()) : config;
        config = wire.getQuantum() != 0 ? config.withQuantum(wire.getQuantum()) : config;
        config = wire.hasSparseAllowance() ? config.withSparseAllowance(wire.getSparseAllowance()) : config;
        config = wire.getDedupWindowMs() != 0
                ? config.withDedupWindow(Duration.ofMillis(wire.getDedupWindowMs()))
                : config;
        config = wire.hasRetryBackoffMs()
                ? config.withRetryBackoff(Duration.ofMillis(wire.getRetryBackoffMs()))
                : config;
        config = wire.getRetryBackoffMaxMs() != 0
                ? config.withRetryBackoffMax(Duration.ofMillis(wire.getRetryBackoffMaxMs()))
                : config;
        config = !wire.getFairnessBy().isEmpty() ? config.withFairnessBy(wire.getFairnessBy()) : config;
        return config;
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

    /** A newer broker may have values that this client does not know. */
    private static boolean known(String overflow) {
        for (Overflow each : Overflow.values()) {
            if (each.name().equalsIgnoreCase(overflow)) {
                return true;
            }
        }
        return false;
    }
}
