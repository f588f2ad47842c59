package io.fila.retracker.stats;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How the forwarding of announces goes.
 *
 * @param queueDepth jobs that wait for a worker
 * @param queueCapacity jobs that may
 * @param pending jobs that wait, are scheduled or under way
 * @param scheduledCount jobs with a time of their own
 * @param droppedFull jobs for which there was no room
 * @param rateLimited initial announces that found no token while the queue was nearly full
 * @param notMade jobs that no forwarder heard of, by the reason for it
 * @param scheduled the next ten jobs with a time of their own
 */
public record ForwardingStats(
        long queueDepth,
        long queueCapacity,
        int activeWorkers,
        int maxWorkers,
        long pending,
        long scheduledCount,
        long droppedFull,
        long rateLimited,
        Map<String, Long> notMade,
        List<ScheduledStats> scheduled,
        List<ForwarderStats> forwarders) {
    public static final ForwardingStats NONE =
            new ForwardingStats(0, 0, 0, 0, 0, 0, 0, 0, Map.of(), List.of(), List.of());

    public ForwardingStats {
        notMade = Collections.unmodifiableMap(new LinkedHashMap<>(notMade));
        scheduled = List.copyOf(scheduled);
        forwarders = List.copyOf(forwarders);
    }

    /** How full the queue is, from 0 to 100. */
    public double fillPercent() {
        return queueCapacity == 0 ? 0 : 100.0 * queueDepth / queueCapacity;
    }
}
