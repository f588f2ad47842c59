package io.fila.core.gauge;

import java.util.List;

/**
 * The gauges of a broker.
 *
 * @param queues all of them, sorted by name
 * @param buckets those of throttle keys with a rate, as far as {@link io.fila.core.Limits#STATS_KEYS} reaches
 * @param closeUps of the queues that were asked for and are there
 */
public record BrokerGauges(
        long nowNanos, List<QueueGauges> queues, List<BucketGauge> buckets, List<QueueCloseUp> closeUps) {}
