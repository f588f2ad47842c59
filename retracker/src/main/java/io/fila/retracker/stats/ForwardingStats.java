package io.fila.retracker.stats;

import java.util.List;

/**
 * How the forwarding of announces goes.
 *
 * @param queueDepth jobs that wait for a worker
 * @param queueCapacity jobs that may
 * @param pending jobs that wait, are scheduled or under way
 * @param scheduledCount jobs with a time of their own
 * @param droppedFull re-announces that found the queue full
 * @param rateLimited initial announces that found no token while the queue was nearly full
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
        List<ScheduledStats> scheduled,
        List<ForwarderStats> forwarders) {
    public static final ForwardingStats NONE = new ForwardingStats(0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of());

    public ForwardingStats {
        scheduled = List.copyOf(scheduled);
        forwarders = List.copyOf(forwarders);
    }

    /** How full the queue is, from 0 to 100. */
    public double fillPercent() {
        return queueCapacity == 0 ? 0 : 100.0 * queueDepth / queueCapacity;
    }
}
