package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.broker.queue.Queue;
import io.fila.core.broker.queue.Queues;
import io.fila.core.broker.queue.SharedState;
import io.fila.core.fairness.Lane;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.BucketGauge;
import io.fila.core.gauge.Focus;
import io.fila.core.gauge.QueueCloseUp;
import io.fila.core.throttle.Throttle;
import java.util.ArrayList;
import java.util.List;

/** Reads gauges of the broker. It looks at a bounded number of keys per queue, so many keys cost no more than a few. */
final class Gauges {
    private final Queues queues;
    private final SharedState shared;

    Gauges(Queues queues, SharedState shared) {
        this.queues = queues;
        this.shared = shared;
    }

    BrokerGauges of(List<Focus> focus, long nowNanos) {
        List<QueueCloseUp> closeUps = new ArrayList<>();
        for (Focus wanted : focus) {
            Queue queue = queues.find(wanted.queue());
            if (queue != null) {
                closeUps.add(queue.figures().closeUp(wanted.keys()));
            }
        }
        return new BrokerGauges(
                nowNanos,
                queues.sortedByName().stream()
                        .map(queue -> queue.figures().gauges(nowNanos))
                        .toList(),
                buckets(nowNanos),
                closeUps);
    }

    private List<BucketGauge> buckets(long nowNanos) {
        List<BucketGauge> found = new ArrayList<>();
        for (Throttle<Lane> throttle : shared.throttles().all()) {
            if (found.size() == Limits.STATS_KEYS) {
                break;
            }
            if (!throttle.isTemporary()) {
                throttle.bucket().refill(nowNanos);
                found.add(new BucketGauge(
                        throttle.key(),
                        throttle.bucket().tokens(),
                        throttle.bucket().rate().perSecond(),
                        throttle.bucket().rate().burst(),
                        throttle.waiting()));
            }
        }
        return found;
    }
}
