package io.fila.core.queue;

/** One line of the list of queues. */
public record QueueSummary(QueueName name, long depth, long inFlight, int consumers, boolean paused) {}
