package io.fila.client.admin;

/** The state of a message in its queue. */
public enum MessageState {
    /** Ready for delivery. */
    PENDING,
    /** Waiting for its due time. */
    SCHEDULED,
    /** With a consumer. */
    IN_FLIGHT
}
