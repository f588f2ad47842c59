package io.fila.core.record;

import io.fila.core.access.ApiKey;
import io.fila.core.config.Setting;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** Everything that must survive a restart. Equal before and after, or something was lost. */
public record Snapshot(
        SortedMap<QueueName, OfQueue> queues,
        List<Setting> settings,
        SortedMap<String, OfBucket> buckets,
        List<ApiKey> keys) {
    public record OfQueue(
            QueueCreated definition,
            SortedMap<String, OfFlow> flows,
            SortedMap<MessageId, OfLease> leases,
            long scheduled,
            SortedMap<String, MessageId> dedupKeys,
            SortedSet<String> paused) {}

    public record OfFlow(long weight, SortedMap<String, OfLane> lanes) {}

    public record OfLane(long pending, long lastPosition) {}

    public record OfBucket(Rate rate, TokenBucket.Level level, long heldUntilNanos) {}

    public record OfLease(Envelope envelope, int attempts, long deadlineNanos, long leaseId) {}
}
