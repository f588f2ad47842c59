package io.fila.core.record;

import io.fila.core.queue.QueueId;

/** A queue was deleted with all its messages, flows and leases. */
public record QueueDeleted(QueueId id) implements Record {}
