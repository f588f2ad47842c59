package io.fila.server.metrics;

import io.fila.core.tape.Cause;
import java.util.List;
import java.util.Map;

/**
 * What happened in a queue since the broker started.
 *
 * @param unscheduled how many of the dead letters were never delivered: their queue's script could not be asked
 * @param keys the busiest fairness keys
 */
public record QueueCounts(
        Map<Cause, Long> causes,
        long unscheduled,
        Histogram enqueueToDelivery,
        Histogram deliveryToAck,
        List<KeyCounts> keys) {
    /** Deliveries that their consumer said had failed, whatever became of the message. */
    public long nacks() {
        return of(Cause.NACKED) + of(Cause.DEAD_LETTERED) - unscheduled;
    }

    public long of(Cause cause) {
        return causes.getOrDefault(cause, 0L);
    }
}
