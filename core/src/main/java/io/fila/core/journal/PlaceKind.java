package io.fila.core.journal;

/** Where a queue's messages are kept while they are not on their way. */
public enum PlaceKind {
    /** In line, by fairness key and then in order. */
    PENDING,
    /** Waiting for a moment, by that moment. */
    SCHEDULED,
    /** With consumers, by id. */
    LEASED
}
