package io.fila.client.admin;

/** What the next message of a fairness key waits for. */
public enum WaitsFor {
    /** Only its turn, or something that this client does not know. */
    TURN,
    /** There is none. */
    CONSUMER,
    /** Each consumer holds as many messages as it accepts. */
    CREDIT,
    /** The key or the queue is paused. */
    RESUME,
    /** The queue is at its limit of messages in flight. */
    QUEUE_LIMIT,
    /** The key is at its limit of messages in flight. */
    KEY_LIMIT,
    /** A bucket is empty. */
    TOKENS
}
