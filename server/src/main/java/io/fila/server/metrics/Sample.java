package io.fila.server.metrics;

import io.fila.core.gauge.BrokerGauges;
import io.fila.core.queue.QueueName;
import java.util.List;
import java.util.Map;

/**
 * All there is to know of a broker at a moment.
 *
 * @param queues by name, sorted
 * @param throttles the busiest throttle keys
 * @param commits how long they took
 */
public record Sample(
        BrokerGauges gauges,
        Map<QueueName, QueueCounts> queues,
        List<KeyCounts> throttles,
        long turns,
        long commands,
        long records,
        Histogram commits) {}
