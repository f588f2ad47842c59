package io.fila.core.record;

import io.fila.core.queue.QueueId;

/**
 * A fairness key was paused or resumed.
 *
 * @param fairnessKey empty for the whole queue
 */
public record DeliveryPaused(QueueId queue, String fairnessKey, boolean paused) implements Record {}
