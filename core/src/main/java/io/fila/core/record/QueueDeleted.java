package io.fila.core.record;

import io.fila.core.queue.QueueId;

/** A queue is gone, with every message, flow and lease of it. */
public record QueueDeleted(QueueId id) implements Record {}
