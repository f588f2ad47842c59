package io.fila.core.record;

import io.fila.core.queue.QueueId;

/** How many messages of a queue wait for their moment; 0 means none. */
public record AgendaChanged(QueueId queue, long scheduled) implements Record {}
