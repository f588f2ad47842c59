package io.fila.client.admin;

/** What a full queue does with a new message. */
public enum Overflow {
    /** Refuses it, with a retry hint. */
    REJECT,
    /** Drops it and says so. */
    DROP_NEW,
    /** Drops the oldest pending message of the same fairness key, or else of the largest among a few keys. */
    DROP_OLDEST
}
