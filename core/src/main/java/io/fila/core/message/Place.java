package io.fila.core.message;

import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/** Where a message is. It is in exactly one place at any time, and the place is also its address on disk. */
public sealed interface Place {
    Place NOWHERE = new Nowhere();

    /** The queue that has it, or null if none does. */
    @Nullable QueueId queue();

    /** Not yet accepted, or gone for good. */
    record Nowhere() implements Place {
        @Override
        public @Nullable QueueId queue() {
            return null;
        }
    }

    /** Ready, in a lane of its flow. Positions increase, so the order on disk is the order of delivery. */
    record Ready(QueueId queue, String fairnessKey, String lane, long position) implements Place {}

    /** Waiting for a moment. */
    record Scheduled(QueueId queue, long dueNanos) implements Place {}

    /** Leased to a consumer until the deadline; the lease id identifies this delivery. */
    record Leased(QueueId queue, long deadlineNanos, long leaseId) implements Place {}

    /** In quarantine because its stored bytes are damaged: kept for a person to inspect, never delivered. */
    record Quarantined(QueueId queue, String reason) implements Place {}
}
