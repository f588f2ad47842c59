package io.fila.core.message;

import io.fila.core.queue.QueueId;

/** Where a message is: exactly one place at any time, and the address of its entry on disk. */
public sealed interface Place {
    Place NOWHERE = new Nowhere();

    /** Not yet accepted, or gone for good. */
    record Nowhere() implements Place {}

    /** Waiting in its flow; positions grow, so order on disk is the order of delivery. */
    record Ready(QueueId queue, String fairnessKey, long position) implements Place {}

    /** With a consumer until the deadline. */
    record Leased(QueueId queue, long deadlineNanos) implements Place {}

    /** Set aside because its stored bytes are damaged; kept for a person to look at, never delivered. */
    record Quarantined(QueueId queue, String reason) implements Place {}
}
