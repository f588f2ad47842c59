package io.fila.core.gauge;

import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;

/**
 * The gauges of a queue. The last two look at no more than {@link io.fila.core.Limits#GAUGE_KEYS} fairness keys, those whose turn
 * comes first.
 *
 * @param scheduled messages that wait for their moment; they are not part of the depth
 * @param activeWeight the weights of all keys that take part in the round now, together; those that wait for tokens do not
 * @param rounds how many rounds there have been
 * @param effectiveQuantum what a key of weight 1 gets in this round
 * @param oldestNanos when the oldest message at the head of its line was accepted; 0 if none is known
 * @param usefulConsumers how many more consumers would have something to do now
 */
public record QueueGauges(
        QueueId id,
        QueueName name,
        long depth,
        long inFlight,
        long scheduled,
        int consumers,
        int activeKeys,
        long activeWeight,
        boolean paused,
        long rounds,
        int effectiveQuantum,
        long oldestNanos,
        long usefulConsumers) {}
