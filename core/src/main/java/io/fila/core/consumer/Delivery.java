package io.fila.core.consumer;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to a consumer.
 *
 * @param leaseId names this delivery among all of the message
 * @param body absent if it must be read from the archive first
 */
public record Delivery(
        QueueId queueId,
        QueueName queue,
        Envelope envelope,
        int attempts,
        long leasedAtNanos,
        long deadlineNanos,
        long leaseId,
        @Nullable Body body) {
    /** The same delivery with its body at hand, or without. */
    public Delivery with(@Nullable Body other) {
        return new Delivery(queueId, queue, envelope, attempts, leasedAtNanos, deadlineNanos, leaseId, other);
    }
}
