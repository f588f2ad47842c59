package io.fila.server.metrics;

import io.fila.core.queue.QueueName;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How long calls of scripts took. Any thread. */
final class ScriptTimes {
    private final Map<QueueName, Histogram> byQueue = new HashMap<>();

    synchronized void add(QueueName queue, long nanos) {
        byQueue.computeIfAbsent(queue, unknown -> Histogram.ofTimes()).add(nanos);
    }

    /** Those of queues that are there; the others are forgotten. */
    synchronized Map<QueueName, Histogram> of(Set<QueueName> there) {
        byQueue.keySet().retainAll(there);
        Map<QueueName, Histogram> copies = new HashMap<>();
        byQueue.forEach((queue, times) -> copies.put(queue, times.copy()));
        return copies;
    }
}
