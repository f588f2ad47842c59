package io.fila.server.grpc.admin;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.fila.core.queue.Backoff;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import io.fila.proto.v1.Admission;
import io.fila.proto.v1.QueueConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A queue's configuration on its way in and out. */
final class QueueConfigs {
    private QueueConfigs() {}

    /** What is wrong with a list of fields to take over, or null if nothing is. */
    static @Nullable Refusal maskObjection(List<String> paths) {
        for (String path : paths) {
            if (QueueConfig.getDescriptor().findFieldByName(path) == null) {
                return Refusal.invalid("Expected the name of a field of QueueConfig in update_mask but found \"" + path
                        + "\"; name whole fields, such as max_depth or admission.");
            }
        }
        return null;
    }

    /** A configuration with those fields of another that are named; all of them if none is. */
    static QueueConfig merged(QueueConfig current, QueueConfig change, List<String> paths) {
        if (paths.isEmpty()) {
            return change;
        }
        QueueConfig.Builder merged = current.toBuilder();
        for (String path : paths) {
            FieldDescriptor field = QueueConfig.getDescriptor().findFieldByName(path);
            if (field.hasPresence() && !change.hasField(field)) {
                merged.clearField(field);
            } else {
                merged.setField(field, change.getField(field));
            }
        }
        return merged.build();
    }

    /** The one thing besides the message that a fairness key may come from. */
    static final String BY_PRINCIPAL = "principal";

    /** Reads a configuration that nothing speaks against. */
    static io.fila.core.queue.QueueConfig read(QueueConfig config) {
        long millis = config.getVisibilityTimeoutMs();
        return new io.fila.core.queue.QueueConfig(
                millis == 0 ? io.fila.core.queue.QueueConfig.DEFAULT_VISIBILITY_TIMEOUT : Duration.ofMillis(millis),
                config.getOnEnqueueScript(),
                config.getOnFailureScript(),
                config.getMaxAttempts(),
                config.getScriptFallback().isEmpty()
                        ? ScriptFallback.DEFAULTS
                        : ScriptFallback.valueOf(config.getScriptFallback().toUpperCase(Locale.ROOT)),
                Duration.ofMillis(config.getScriptTimeoutMs()),
                config.getScriptMemoryLimitBytes(),
                capacity(config),
                new Lifetimes(
                        Duration.ofMillis(config.getMessageTtlMs()), Duration.ofMillis(config.getDedupWindowMs())),
                new DeliveryPolicy(
                        config.getMaxInFlight(),
                        config.getMaxInFlightPerKey(),
                        config.getQuantum(),
                        config.hasSparseAllowance()
                                ? config.getSparseAllowance()
                                : DeliveryPolicy.DEFAULT.sparseAllowance(),
                        config.getFairnessBy().equals(BY_PRINCIPAL)),
                backoff(config));
    }

    private static Backoff backoff(QueueConfig config) {
        Duration first =
                config.hasRetryBackoffMs() ? Duration.ofMillis(config.getRetryBackoffMs()) : Backoff.DEFAULT.first();
        if (first.isZero()) {
            return Backoff.NONE;
        }
        Duration longest = config.getRetryBackoffMaxMs() == 0
                ? Backoff.DEFAULT.longest()
                : Duration.ofMillis(config.getRetryBackoffMaxMs());
        return new Backoff(first, longest.compareTo(first) < 0 ? first : longest);
    }

    private static Capacity capacity(QueueConfig config) {
        Admission admission = config.getAdmission();
        return new Capacity(
                config.getMaxDepth(),
                config.getOverflow().isEmpty()
                        ? Overflow.REJECT
                        : Overflow.valueOf(config.getOverflow().toUpperCase(Locale.ROOT)),
                config.hasAdmission()
                        ? new Capacity.Admission(
                                admission.getFromFillPercent(),
                                new Rate(admission.getRatePerSecond(), admission.getBurst()))
                        : null);
    }

    /** How a queue behaves, with nothing left to defaults that the queue itself decides. */
    static QueueConfig write(io.fila.core.queue.QueueConfig config) {
        Capacity capacity = config.capacity();
        DeliveryPolicy deliveryPolicy = config.deliveryPolicy();
        QueueConfig.Builder written = QueueConfig.newBuilder()
                .setOnEnqueueScript(config.onEnqueue())
                .setOnFailureScript(config.onFailure())
                .setVisibilityTimeoutMs(config.visibilityTimeout().toMillis())
                .setMaxAttempts(config.maxAttempts())
                .setScriptFallback(text(config.scriptFallback()))
                .setScriptTimeoutMs(config.scriptTimeout().toMillis())
                .setScriptMemoryLimitBytes(config.scriptMemoryBytes())
                .setMaxDepth(capacity.maxDepth())
                .setOverflow(text(capacity.overflow()))
                .setMessageTtlMs(config.lifetimes().messageTtl().toMillis())
                .setDedupWindowMs(config.lifetimes().dedupWindow().toMillis())
                .setMaxInFlight(deliveryPolicy.maxInFlight())
                .setMaxInFlightPerKey(deliveryPolicy.maxInFlightPerKey())
                .setQuantum(deliveryPolicy.quantum())
                .setFairnessBy(deliveryPolicy.byPrincipal() ? BY_PRINCIPAL : "")
                .setRetryBackoffMs(config.backoff().first().toMillis())
                .setRetryBackoffMaxMs(config.backoff().longest().toMillis());
        if (deliveryPolicy.sparseAllowance() >= 0) {
            written.setSparseAllowance(deliveryPolicy.sparseAllowance());
        }
        Capacity.Admission admission = capacity.admission();
        if (admission != null) {
            written.setAdmission(Admission.newBuilder()
                    .setFromFillPercent(admission.fromFillPercent())
                    .setRatePerSecond(admission.rate().perSecond())
                    .setBurst(admission.rate().burst()));
        }
        return written.build();
    }

    private static String text(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
