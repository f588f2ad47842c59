package io.fila.core.gauge;

import io.fila.core.queue.QueueName;
import java.util.List;

/**
 * A queue that somebody looks at.
 *
 * @param keys those that were asked for by name, as far as they have something here, and those with most that waits; each once
 */
public record QueueCloseUp(QueueName name, List<KeyGauge> keys, List<ConsumerGauge> consumers) {}
