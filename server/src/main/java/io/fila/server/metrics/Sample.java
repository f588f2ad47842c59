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
 * @param scripts how long calls of a queue's scripts took, of those that have been called
 * @param turnSizes how many commands a turn decided on
 * @param commits how long it took to make turns durable
 * @param appends how long of that the log took to write them
 * @param syncs how long of that it took to sync them
 */
public record Sample(
        BrokerGauges gauges,
        Map<QueueName, QueueCounts> queues,
        List<KeyCounts> throttles,
        Map<QueueName, Histogram> scripts,
        Histogram turnTimes,
        Histogram turnSizes,
        long records,
        Histogram commits,
        Histogram appends,
        Histogram syncs) {}
