package io.fila.core.message;

import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/** Where a message is: exactly one place at any time, and the address of its entry on disk. */
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

    /** Waiting in a lane of its flow; positions grow, so order on disk is the order of delivery. */
    record Ready(QueueId queue, String fairnessKey, String lane, long position) implements Place {}

    /** Waiting for a moment. */
    record Scheduled(QueueId queue, long dueNanos) implements Place {}

    /** With a consumer until the deadline; the lease's id names this delivery among all of the message. */
    record Leased(QueueId queue, long deadlineNanos, long leaseId) implements Place {}

    /** Set aside because its stored bytes are damaged; kept for a person to look at, never delivered. */
    record Quarantined(QueueId queue, String reason) implements Place {}
}
