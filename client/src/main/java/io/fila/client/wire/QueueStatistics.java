package io.fila.client.wire;

import io.fila.client.admin.FlowStats;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import io.fila.client.admin.WaitsFor;
import io.fila.proto.v1.GetStatsResponse;

/** Reads the state of queues off the wire. */
public final class QueueStatistics {
    private QueueStatistics() {}

    public static QueueInfo read(io.fila.proto.v1.QueueInfo queue) {
        return new QueueInfo(
                queue.getName(),
                queue.getDepth(),
                queue.getInFlight(),
                Integer.toUnsignedLong(queue.getActiveConsumers()),
                queue.getLeaderNodeId(),
                queue.getPaused());
    }

    public static QueueStats read(GetStatsResponse stats) {
        return new QueueStats(
                stats.getDepth(),
                stats.getInFlight(),
                stats.getActiveFairnessKeys(),
                Integer.toUnsignedLong(stats.getActiveConsumers()),
                Integer.toUnsignedLong(stats.getQuantum()),
                Integer.toUnsignedLong(stats.getEffectiveQuantum()),
                stats.getPerKeyStatsList().stream()
                        .map(flow -> new FlowStats(
                                flow.getKey(),
                                flow.getPendingCount(),
                                flow.getCurrentDeficit(),
                                Integer.toUnsignedLong(flow.getWeight()),
                                flow.getInFlight(),
                                flow.getPaused(),
                                waitsFor(flow.getWaitsFor()),
                                flow.getThrottleKey()))
                        .toList(),
                stats.getPerThrottleStatsList().stream()
                        .map(bucket -> new ThrottleStats(
                                bucket.getKey(), bucket.getTokens(), bucket.getRatePerSecond(), bucket.getBurst()))
                        .toList(),
                stats.getLeaderNodeId(),
                Integer.toUnsignedLong(stats.getReplicationCount()),
                stats.getScheduled(),
                stats.getScriptFailures(),
                stats.getScriptsBypassed(),
                stats.getPaused(),
                stats.getPausedKeysList(),
                stats.getExpired(),
                stats.getDropped(),
                stats.getDuplicates(),
                stats.getScriptFallbacks(),
                QueueConfigs.read(stats.getConfig()));
    }

    private static WaitsFor waitsFor(io.fila.proto.v1.WaitsFor cause) {
        return switch (cause) {
            case WAITS_FOR_UNSPECIFIED, UNRECOGNIZED -> WaitsFor.TURN;
            case WAITS_FOR_CONSUMER -> WaitsFor.CONSUMER;
            case WAITS_FOR_CREDIT -> WaitsFor.CREDIT;
            case WAITS_FOR_RESUME -> WaitsFor.RESUME;
            case WAITS_FOR_QUEUE_LIMIT -> WaitsFor.QUEUE_LIMIT;
            case WAITS_FOR_KEY_LIMIT -> WaitsFor.KEY_LIMIT;
            case WAITS_FOR_TOKENS -> WaitsFor.TOKENS;
        };
    }
}
