package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * Deliveries of a fairness key have been stopped, or go on.
 *
 * @param fairnessKey empty for the whole queue
 */
public record DeliveryPaused(QueueId queue, String fairnessKey, boolean paused) implements Record {}
