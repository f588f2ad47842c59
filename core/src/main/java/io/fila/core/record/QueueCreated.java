package io.fila.core.record;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;

/**
 * A queue was created.
 *
 * @param automatic made with its source queue as its dead letter queue, and deleted with it
 */
public record QueueCreated(QueueId id, QueueName name, QueueConfig config, boolean automatic) implements Record {}
