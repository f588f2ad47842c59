package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Accepted;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.QueueConfig;
import java.time.Duration;
import java.util.Objects;

/** What producers and queues may ask for, one thing at a time. */
final class Wishes {
    static final EnqueueOptions IN_AN_HOUR = delay(Duration.ofHours(1));

    private Wishes() {}

    static EnqueueOptions delay(Duration delay) {
        return new EnqueueOptions(delay.toNanos(), 0, 0, "");
    }

    static EnqueueOptions ttl(Duration ttl) {
        return new EnqueueOptions(0, 0, ttl.toNanos(), "");
    }

    static EnqueueOptions dedup(String key) {
        return new EnqueueOptions(0, 0, 0, key);
    }

    static QueueConfig capacity(long maxDepth, Overflow overflow) {
        return QueueConfig.DEFAULT.with(new Capacity(maxDepth, overflow, null));
    }

    static QueueConfig deliveryPolicy(long inFlight, long inFlightPerKey) {
        return QueueConfig.DEFAULT.with(new DeliveryPolicy(inFlight, inFlightPerKey, 0, -1));
    }

    static QueueConfig maxAttempts(int attempts) {
        return new QueueConfig(
                QueueConfig.DEFAULT_VISIBILITY_TIMEOUT,
                "",
                "",
                attempts,
                QueueConfig.ScriptFallback.DEFAULTS,
                Duration.ZERO,
                0);
    }

    /** The id of a message that must have been taken. */
    static MessageId stored(Accepted accepted) {
        assertThat(accepted.outcome()).isEqualTo(Accepted.Outcome.STORED);
        return Objects.requireNonNull(accepted.id());
    }
}
