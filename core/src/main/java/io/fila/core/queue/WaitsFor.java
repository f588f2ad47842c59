package io.fila.core.queue;

/** What the next message of a fairness key waits for. */
public enum WaitsFor {
    /** Nothing else. */
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
