package io.fila.server.grpc.admin;

import io.fila.core.queue.QueueStats;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.PerThrottleKeyStats;
import io.fila.proto.v1.WaitsFor;
import io.fila.scripting.ScriptStatus;
import io.fila.server.cluster.ClusterView;

/** What is told of a queue. */
final class StatsAnswer {
    private StatsAnswer() {}

    static GetStatsResponse of(QueueStats stats, ScriptStatus scripts, ClusterView cluster) {
        GetStatsResponse.Builder response = GetStatsResponse.newBuilder()
                .setDepth(stats.depth())
                .setInFlight(stats.inFlight())
                .setActiveFairnessKeys(stats.activeKeys())
                .setActiveConsumers(stats.consumers())
                .setQuantum(stats.quantum())
                .setEffectiveQuantum(stats.effectiveQuantum())
                .setScheduled(stats.scheduled())
                .setScriptFailures(scripts.failures())
                .setScriptsBypassed(scripts.bypassed())
                .setPaused(stats.paused())
                .addAllPausedKeys(stats.pausedKeys())
                .setConfig(QueueConfigs.write(stats.config()))
                .setExpired(stats.doings().expired())
                .setDropped(stats.doings().dropped())
                .setDuplicates(stats.doings().duplicates())
                .setScriptFallbacks(stats.doings().fallbacks())
                .setLeaderNodeId(cluster.leaderNodeId())
                .setReplicationCount(cluster.replicationCount());
        for (QueueStats.KeyStats key : stats.keys()) {
            response.addPerKeyStats(PerFairnessKeyStats.newBuilder()
                    .setKey(key.key())
                    .setPendingCount(key.pending())
                    .setCurrentDeficit(key.deficit())
                    .setWeight((int) key.weight())
                    .setInFlight(key.inFlight())
                    .setPaused(key.paused())
                    .setWaitsFor(waitsFor(key.waitsFor()))
                    .setThrottleKey(key.throttleKey()));
        }
        for (QueueStats.ThrottleStats throttle : stats.throttles()) {
            response.addPerThrottleStats(PerThrottleKeyStats.newBuilder()
                    .setKey(throttle.key())
                    .setTokens(throttle.tokens())
                    .setRatePerSecond(throttle.ratePerSecond())
                    .setBurst(throttle.burst()));
        }
        return response.build();
    }

    private static WaitsFor waitsFor(io.fila.core.queue.WaitsFor cause) {
        return switch (cause) {
            case TURN -> WaitsFor.WAITS_FOR_UNSPECIFIED;
            case CONSUMER -> WaitsFor.WAITS_FOR_CONSUMER;
            case CREDIT -> WaitsFor.WAITS_FOR_CREDIT;
            case RESUME -> WaitsFor.WAITS_FOR_RESUME;
            case QUEUE_LIMIT -> WaitsFor.WAITS_FOR_QUEUE_LIMIT;
            case KEY_LIMIT -> WaitsFor.WAITS_FOR_KEY_LIMIT;
            case TOKENS -> WaitsFor.WAITS_FOR_TOKENS;
        };
    }
}
