package io.fila.client.admin;

/** Where a message stands in its queue. */
public enum MessageState {
    /** In line for delivery. */
    PENDING,
    /** Waiting for its moment. */
    SCHEDULED,
    /** With a consumer. */
    IN_FLIGHT
}
