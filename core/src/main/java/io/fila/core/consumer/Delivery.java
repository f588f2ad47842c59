package io.fila.core.consumer;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to a consumer.
 *
 * @param body absent if it must be read from the archive first
 */
public record Delivery(
        QueueId queueId,
        QueueName queue,
        Envelope envelope,
        int attempts,
        long leasedAtNanos,
        @Nullable Body body) {}
