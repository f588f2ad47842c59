package io.fila.core.record;

import io.fila.core.queue.QueueId;

/** How many scheduled messages a queue has; 0 means none. */
public record ScheduleChanged(QueueId queue, long scheduled) implements Record {}
