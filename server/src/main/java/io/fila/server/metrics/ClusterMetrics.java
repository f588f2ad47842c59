package io.fila.server.metrics;

import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a node tells of its cluster, shard by shard; outside a cluster there is nothing, and it says so. */
public final class ClusterMetrics {
    private final List<ClusterView> shards;
    private final MetricWriter out;

    private ClusterMetrics(List<ClusterView> shards, MetricWriter out) {
        this.shards = shards;
        this.out = out;
    }

    /**
     * Writes down what there is.
     *
     * @param shards in order; of a broker that stands alone, the one view of it
     */
    public static void write(List<ClusterView> shards, MetricWriter out) {
        out.gauge("fila_cluster_nodes", "Nodes of the cluster, live or not; 0 outside a cluster.")
                .value((long) shards.getFirst().nodeCount());
        new ClusterMetrics(shards, out).write();
    }

    private void write() {
        out.gauge("fila_cluster_leads", "Whether this node leads a shard.");
        each(view -> view.isCluster() && view.leads() ? 1 : 0);
        out.gauge("fila_cluster_leader_known", "Whether this node knows who leads a shard.");
        each(view -> view.leaderNodeId() == 0 ? 0 : 1);
        out.gauge("fila_cluster_term", "The term of a shard that this node is in; every election begins one.");
        each(ClusterView::term);
        out.counter(
                "fila_cluster_leader_changes_total",
                "How often this node has heard of a leader of a shard since it started.");
        each(ClusterView::leaderChanges);
        out.gauge("fila_cluster_in_sync_nodes", "Live copies of a shard that are in sync; only its leader knows.");
        each(ClusterView::replicationCount);
        out.gauge(
                "fila_cluster_entries_behind",
                "Entries of the log of a shard that a node lacks; only the leader of the shard knows.");
        for (int shard = 0; shard < shards.size(); shard++) {
            if (shards.get(shard).leads()) {
                for (Member member : shards.get(shard).members()) {
                    out.value(
                            member.entriesBehind(),
                            "shard",
                            Integer.toString(shard),
                            "node",
                            Long.toString(member.nodeId()));
                }
            }
        }
    }

    private void each(ToLongFunction<ClusterView> figure) {
        for (int shard = 0; shard < shards.size(); shard++) {
            out.value(figure.applyAsLong(shards.get(shard)), "shard", Integer.toString(shard));
        }
    }
}
