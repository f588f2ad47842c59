package io.fila.retracker.http;

import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.stats.Stats;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code /stats?format=json}: all that the page for people shows. */
final class StatsJson {
    private StatsJson() {}

    static String write(Stats stats) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("version", stats.version());
        all.put("uptime_seconds", stats.uptime().toSeconds());
        all.put("hashes", stats.hashes());
        all.put("peers", stats.peers());
        all.put("seeders", stats.seeders());
        all.put("forwarder_peers", stats.forwarderPeers());
        all.put("counters", stats.counters());
        all.put("forwarding", forwarding(stats.forwarding()));
        return Json.write(all) + "\n";
    }

    private static Map<String, Object> forwarding(ForwardingStats stats) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("queue_depth", stats.queueDepth());
        all.put("queue_capacity", stats.queueCapacity());
        all.put("queue_fill_percent", stats.fillPercent());
        all.put("active_workers", stats.activeWorkers());
        all.put("max_workers", stats.maxWorkers());
        all.put("pending", stats.pending());
        all.put("scheduled_count", stats.scheduledCount());
        all.put("dropped_full", stats.droppedFull());
        all.put("rate_limited", stats.rateLimited());
        all.put("jobs_not_made", stats.notMade());
        all.put(
                "scheduled",
                stats.scheduled().stream().map(StatsJson::scheduled).toList());
        all.put(
                "forwarders",
                stats.forwarders().stream().map(StatsJson::forwarder).toList());
        return all;
    }

    private static Map<String, Object> scheduled(ScheduledStats job) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("hash", job.hash());
        all.put("peer", job.peer());
        all.put("forwarder", job.forwarder());
        all.put("time_to_exec_ms", job.timeToExecMillis());
        return all;
    }

    private static Map<String, Object> forwarder(ForwarderStats forwarder) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", forwarder.name());
        all.put("state", forwarder.state());
        all.put("announces", forwarder.announces());
        all.put("failures", forwarder.failures());
        all.put("failures_in_row", forwarder.failuresInRow());
        all.put("last_failure", forwarder.lastFailure());
        all.put("suspended_ms", forwarder.suspendedMillis());
        all.put("waiting", forwarder.waiting());
        all.put("in_flight", forwarder.inFlight());
        all.put("latency_ms", forwarder.latencyMillis());
        return all;
    }
}
