package io.fila.client.admin;

/** What keeps the next message of a fairness key from being delivered. */
public enum WaitsFor {
    /** Nothing else, as far as this client knows. */
    TURN,
    /** There is none. */
    CONSUMER,
    /** Each consumer holds as many messages as it takes. */
    CREDIT,
    /** The key or the queue is paused. */
    RESUME,
    /** Consumers hold as much of the queue as they may. */
    QUEUE_LIMIT,
    /** Consumers hold as much of the key as they may. */
    KEY_LIMIT,
    /** A bucket is empty. */
    TOKENS
}
