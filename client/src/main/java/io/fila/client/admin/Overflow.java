package io.fila.client.admin;

/** What a full queue does with a new message. */
public enum Overflow {
    /** Refuses it, with a hint when to try again. */
    REJECT,
    /** Drops it and says so. */
    DROP_NEW,
    /** Drops the oldest pending one of the same fairness key, or else of the key that has most waiting. */
    DROP_OLDEST
}
