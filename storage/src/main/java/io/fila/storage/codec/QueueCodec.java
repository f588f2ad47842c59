package io.fila.storage.codec;

import io.fila.core.queue.Backoff;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.DeliveryPolicy;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.throttle.Rate;
import java.time.Duration;
import java.util.List;

/** The stored form of a queue's definition. */
public final class QueueCodec {
    private static final int TYPICAL_BYTES = 64;

    /** Indexed by the number that is stored. */
    private static final List<ScriptFallback> FALLBACKS = List.of(
            ScriptFallback.DEFAULTS, ScriptFallback.LAST_GOOD, ScriptFallback.REJECT, ScriptFallback.DEAD_LETTER);

    private QueueCodec() {}

    public static byte[] write(byte[] key, QueueCreated queue) {
        ValueWriter writer = new ValueWriter(TYPICAL_BYTES)
                .text(queue.name().value())
                .number(queue.config().visibilityTimeout().toNanos())
                .flag(queue.automatic())
                .text(queue.config().onEnqueue())
                .text(queue.config().onFailure())
                .number(queue.config().maxAttempts())
                .tiny(FALLBACKS.indexOf(queue.config().scriptFallback()))
                .number(queue.config().scriptTimeout().toNanos())
                .number(queue.config().scriptMemoryBytes());
        write(writer, queue.config().capacity());
        Lifetimes lifetimes = queue.config().lifetimes();
        DeliveryPolicy deliveryPolicy = queue.config().deliveryPolicy();
        return writer.number(lifetimes.messageTtl().toNanos())
                .number(lifetimes.dedupWindow().toNanos())
                .number(deliveryPolicy.maxInFlight())
                .number(deliveryPolicy.maxInFlightPerKey())
                .number(deliveryPolicy.quantum())
                .number(deliveryPolicy.sparseAllowance())
                .number(queue.config().backoff().first().toNanos())
                .number(queue.config().backoff().longest().toNanos())
                .flag(deliveryPolicy.byPrincipal())
                .seal(key);
    }

    private static void write(ValueWriter writer, Capacity capacity) {
        Capacity.Admission admission = capacity.admission();
        writer.number(capacity.maxDepth()).text(capacity.overflow().name()).flag(admission != null);
        if (admission != null) {
            writer.number(admission.fromFillPercent())
                    .number(Double.doubleToLongBits(admission.rate().perSecond()))
                    .number(Double.doubleToLongBits(admission.rate().burst()));
        }
    }

    private static Capacity readCapacity(ValueReader reader) throws MalformedException {
        long maxDepth = reader.bigNumber();
        String overflow = reader.text();
        Capacity.Admission admission = null;
        if (reader.flag()) {
            int fromFillPercent = reader.number();
            double perSecond = Double.longBitsToDouble(reader.bigNumber());
            admission = new Capacity.Admission(
                    fromFillPercent, new Rate(perSecond, Double.longBitsToDouble(reader.bigNumber())));
        }
        return new Capacity(maxDepth, Capacity.Overflow.valueOf(overflow), admission);
    }

    public static QueueCreated read(byte[] key, byte[] value) throws MalformedException {
        QueueId id = Keys.readQueue(key);
        ValueReader reader = ValueReader.open(key, value);
        QueueName name = new QueueName(reader.text());
        Duration visibilityTimeout = Duration.ofNanos(reader.bigNumber());
        boolean automatic = reader.flag();
        QueueConfig config = new QueueConfig(
                visibilityTimeout,
                reader.text(),
                reader.text(),
                reader.number(),
                fallback(reader.tiny()),
                Duration.ofNanos(reader.bigNumber()),
                reader.bigNumber(),
                readCapacity(reader),
                new Lifetimes(Duration.ofNanos(reader.bigNumber()), Duration.ofNanos(reader.bigNumber())),
                new DeliveryPolicy(reader.bigNumber(), reader.bigNumber(), reader.number(), reader.number()),
                readBackoff(reader));
        return new QueueCreated(id, name, withPrincipal(config, reader), automatic);
    }

    /** A queue written before keys had names uses what producers ask for. */
    private static QueueConfig withPrincipal(QueueConfig config, ValueReader reader) throws MalformedException {
        DeliveryPolicy deliveryPolicy = config.deliveryPolicy();
        boolean byPrincipal = !reader.isAtEnd() && reader.flag();
        return byPrincipal
                ? config.with(new DeliveryPolicy(
                        deliveryPolicy.maxInFlight(),
                        deliveryPolicy.maxInFlightPerKey(),
                        deliveryPolicy.quantum(),
                        deliveryPolicy.sparseAllowance(),
                        true))
                : config;
    }

    private static ScriptFallback fallback(int number) throws MalformedException {
        if (number >= FALLBACKS.size()) {
            throw new MalformedException();
        }
        return FALLBACKS.get(number);
    }

    /** A queue written before backoff existed still retries at once. */
    private static Backoff readBackoff(ValueReader reader) throws MalformedException {
        return reader.isAtEnd()
                ? Backoff.NONE
                : new Backoff(Duration.ofNanos(reader.bigNumber()), Duration.ofNanos(reader.bigNumber()));
    }
}
