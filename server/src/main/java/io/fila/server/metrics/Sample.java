package io.fila.server.metrics;

import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.BucketGauge;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.queue.QueueName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        Histogram syncs) {
    /** What several brokers that have different queues are together. */
    static Sample merged(List<Sample> parts) {
        List<QueueGauges> gauges = new ArrayList<>();
        Map<String, BucketGauge> buckets = new TreeMap<>();
        List<QueueCloseUp> closeUps = new ArrayList<>();
        Map<QueueName, QueueCounts> queues = new TreeMap<>();
        Map<String, KeyCounts> throttles = new LinkedHashMap<>();
        Map<QueueName, Histogram> scripts = new TreeMap<>();
        long nowNanos = 0;
        long records = 0;
        for (Sample part : parts) {
            nowNanos = Math.max(nowNanos, part.gauges.nowNanos());
            gauges.addAll(part.gauges.queues());
            // The bucket that fills tells more than those that borrow from it.
            part.gauges.buckets().forEach(bucket -> buckets.merge(bucket.key(), bucket, Sample::fuller));
            closeUps.addAll(part.gauges.closeUps());
            queues.putAll(part.queues);
            part.throttles.forEach(key -> throttles.merge(key.key(), key, KeyCounts::plus));
            scripts.putAll(part.scripts);
            records += part.records;
        }
        gauges.sort(Comparator.comparing(QueueGauges::name));
        return new Sample(
                new BrokerGauges(nowNanos, gauges, List.copyOf(buckets.values()), closeUps),
                queues,
                List.copyOf(throttles.values()),
                scripts,
                Histogram.merged(parts, Sample::turnTimes),
                Histogram.merged(parts, Sample::turnSizes),
                records,
                Histogram.merged(parts, Sample::commits),
                Histogram.merged(parts, Sample::appends),
                Histogram.merged(parts, Sample::syncs));
    }

    private static BucketGauge fuller(BucketGauge one, BucketGauge other) {
        BucketGauge fills = other.ratePerSecond() > one.ratePerSecond() ? other : one;
        return new BucketGauge(
                fills.key(), fills.tokens(), fills.ratePerSecond(), fills.burst(), one.waiting() + other.waiting());
    }
}
