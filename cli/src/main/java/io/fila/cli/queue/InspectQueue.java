package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import java.util.Locale;

/** {@code fila queue inspect}. */
public final class InspectQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show the state of a queue: its flows, their deficits, its token buckets.")
                .parameter("NAME", "The name of the queue.")
                .example("fila queue inspect orders");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        QueueStats stats = session.admin().stats(name);
        session.print(text(name, stats), json(name, stats));
    }

    private static String text(String name, QueueStats stats) {
        StringBuilder text = new StringBuilder("Queue: " + name)
                .append("\n  Depth:                ")
                .append(stats.depth())
                .append("\n  In-flight:            ")
                .append(stats.inFlight())
                .append("\n  Active fairness keys: ")
                .append(stats.activeFairnessKeys())
                .append("\n  Active consumers:     ")
                .append(stats.activeConsumers())
                .append("\n  Quantum:              ")
                .append(stats.quantum());
        if (stats.effectiveQuantum() > 0) {
            text.append("\n  Effective quantum:    ").append(stats.effectiveQuantum());
        }
        if (stats.scheduled() > 0) {
            text.append("\n  Scheduled:            ").append(stats.scheduled());
        }
        if (stats.scriptFailures() > 0) {
            text.append("\n  Script failures:      ")
                    .append(stats.scriptFailures())
                    .append(stats.scriptsBypassed() ? " (scripts are bypassed now)" : "");
        }
        text.append(QueuePolicies.text(stats));
        if (stats.clustered()) {
            text.append("\n  Raft leader:          node ")
                    .append(stats.leaderNodeId())
                    .append("\n  Replicas:             ")
                    .append(stats.replicationCount());
        }
        if (!stats.flows().isEmpty()) {
            Table flows = new Table("KEY", "PENDING", "DEFICIT", "WEIGHT");
            for (FlowStats flow : stats.flows()) {
                flows.row(flow.key(), flow.pending(), flow.deficit(), flow.weight());
            }
            text.append("\n\n").append(flows);
        }
        if (!stats.throttles().isEmpty()) {
            Table buckets = new Table("KEY", "TOKENS", "RATE/S", "BURST");
            for (ThrottleStats bucket : stats.throttles()) {
                buckets.row(bucket.key(), bucket.tokens(), bucket.ratePerSecond(), bucket.burst());
            }
            text.append("\n\n").append(buckets);
        }
        text.append(standing(stats));
        return text.toString();
    }

    /** The keys that are served or held up; a table of its own, because the columns of the first are fixed. */
    private static String standing(QueueStats stats) {
        Table standing = new Table("KEY", "IN_FLIGHT", "PAUSED", "WAITS_FOR");
        boolean any = false;
        for (FlowStats flow : stats.flows()) {
            if (flow.inFlight() > 0 || flow.paused() || KeyWait.isHeldUp(flow)) {
                standing.row(flow.key(), flow.inFlight(), flow.paused() ? "yes" : "no", KeyWait.text(flow));
                any = true;
            }
        }
        return any ? "\n\n" + standing : "";
    }

    private static Json json(String name, QueueStats stats) {
        Json json = new Json()
                .put("queue", name)
                .put("depth", stats.depth())
                .put("in_flight", stats.inFlight())
                .put("active_fairness_keys", stats.activeFairnessKeys())
                .put("active_consumers", stats.activeConsumers())
                .put("quantum", stats.quantum())
                .put("effective_quantum", stats.effectiveQuantum())
                .putObjects(
                        "per_key_stats",
                        stats.flows(),
                        flow -> new Json()
                                .put("key", flow.key())
                                .put("pending_count", flow.pending())
                                .put("current_deficit", flow.deficit())
                                .put("weight", flow.weight())
                                .put("in_flight", flow.inFlight())
                                .put("paused", flow.paused())
                                .put("waits_for", flow.waitsFor().name().toLowerCase(Locale.ROOT))
                                .put("throttle_key", flow.throttleKey()))
                .putObjects(
                        "per_throttle_stats",
                        stats.throttles(),
                        bucket -> new Json()
                                .put("key", bucket.key())
                                .put("tokens", bucket.tokens())
                                .put("rate_per_second", bucket.ratePerSecond())
                                .put("burst", bucket.burst()))
                .put("leader_node_id", stats.leaderNodeId())
                .put("replication_count", stats.replicationCount())
                .put("scheduled", stats.scheduled())
                .put("script_failures", stats.scriptFailures())
                .put("scripts_bypassed", stats.scriptsBypassed());
        return QueuePolicies.addTo(json, stats);
    }
}
