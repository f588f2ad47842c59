package io.fila.storage.codec;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueConfig.ScriptFallback;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import java.time.Duration;

/** The stored form of a queue's definition. */
public final class QueueCodec {
    private static final int TYPICAL_BYTES = 64;

    private QueueCodec() {}

    public static byte[] write(byte[] key, QueueCreated queue) {
        return new ValueWriter(TYPICAL_BYTES)
                .text(queue.name().value())
                .number(queue.config().visibilityTimeout().toNanos())
                .flag(queue.automatic())
                .text(queue.config().onEnqueue())
                .text(queue.config().onFailure())
                .number(queue.config().maxAttempts())
                .flag(queue.config().scriptFallback() == ScriptFallback.LAST_GOOD)
                .number(queue.config().scriptTimeout().toNanos())
                .number(queue.config().scriptMemoryBytes())
                .seal(key);
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
                reader.flag() ? ScriptFallback.LAST_GOOD : ScriptFallback.DEFAULTS,
                Duration.ofNanos(reader.bigNumber()),
                reader.bigNumber());
        return new QueueCreated(id, name, config, automatic);
    }
}
