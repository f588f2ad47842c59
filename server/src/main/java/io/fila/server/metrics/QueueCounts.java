package io.fila.server.metrics;

import io.fila.core.tape.Cause;
import java.util.List;
import java.util.Map;

/**
 * What happened in a queue since the broker started.
 *
 * @param keys the busiest fairness keys
 */
public record QueueCounts(
        Map<Cause, Long> causes, Histogram enqueueToDelivery, Histogram deliveryToAck, List<KeyCounts> keys) {
    public long of(Cause cause) {
        return causes.getOrDefault(cause, 0L);
    }
}
