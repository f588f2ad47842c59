package io.fila.storage.codec;

import io.fila.core.queue.QueueConfig;
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
                .seal(key);
    }

    public static QueueCreated read(byte[] key, byte[] value) throws MalformedException {
        QueueId id = Keys.readQueue(key);
        ValueReader reader = ValueReader.open(key, value);
        QueueName name = new QueueName(reader.text());
        QueueConfig config = new QueueConfig(Duration.ofNanos(reader.bigNumber()));
        return new QueueCreated(id, name, config, reader.flag());
    }
}
