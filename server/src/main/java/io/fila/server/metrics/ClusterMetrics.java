package io.fila.server.metrics;

import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;

/** What a node tells of its cluster; outside a cluster there is nothing, and it says so. */
public final class ClusterMetrics {
    private ClusterMetrics() {}

    public static void write(ClusterView view, MetricWriter out) {
        out.gauge("fila_cluster_nodes", "Nodes of the cluster, live or not; 0 outside a cluster.")
                .value((long) view.nodeCount());
        out.gauge("fila_cluster_leads", "Whether this node leads.").value(view.isCluster() && view.leads() ? 1L : 0L);
        out.gauge("fila_cluster_leader_known", "Whether this node knows who leads.")
                .value(view.leaderNodeId() == 0 ? 0L : 1L);
        out.gauge("fila_cluster_term", "The term that this node is in; every election begins one.")
                .value(view.term());
        out.counter("fila_cluster_leader_changes_total", "How often this node has heard of a leader since it started.")
                .value(view.leaderChanges());
        out.gauge("fila_cluster_in_sync_nodes", "Live copies that are in sync; only the leader knows.")
                .value((long) view.replicationCount());
        out.gauge("fila_cluster_entries_behind", "Entries of the log that a node lacks; only the leader knows.");
        if (view.leads()) {
            for (Member member : view.members()) {
                out.value(member.entriesBehind(), "node", Long.toString(member.nodeId()));
            }
        }
    }
}
