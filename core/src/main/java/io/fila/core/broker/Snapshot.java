package io.fila.core.broker;

import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import java.util.SortedMap;

/** All that the broker knows and must know again after a restart: equal before and after, or something was lost. */
public record Snapshot(SortedMap<QueueName, OfQueue> queues) {
    public record OfQueue(
            QueueCreated definition, SortedMap<String, OfFlow> flows, SortedMap<MessageId, OfLease> leases) {}

    public record OfFlow(long weight, long pending, long lastPosition) {}

    public record OfLease(Envelope envelope, int attempts, long deadlineNanos) {}
}
