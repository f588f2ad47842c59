package io.fila.cli.cluster;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.ClusterNode;
import io.fila.client.admin.ClusterShard;
import io.fila.client.admin.ClusterStatus;
import io.fila.client.admin.ShardCopy;
import java.util.stream.Collectors;

/** {@code fila cluster status}. */
public final class ShowCluster implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show the nodes and shards of the cluster: who leads, who has copies, who is in sync.")
                .example("fila cluster status");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        ClusterStatus status = session.admin().clusterStatus();
        session.print(status.nodes().isEmpty() ? "This broker stands alone." : text(status), json(status));
    }

    private static String text(ClusterStatus status) {
        return status.shards().size() > 1
                ? nodes(status) + "\n\n" + shards(status)
                : nodes(status).toString();
    }

    private static Table nodes(ClusterStatus status) {
        boolean several = status.shards().size() > 1;
        Table table = new Table("NODE", several ? "LEADS" : "ROLE", "IN_SYNC", "BEHIND", "CLIENTS", "NODES");
        for (ClusterNode node : status.nodes()) {
            table.row(
                    node.nodeId(),
                    several ? leads(node, status) : node.leader() ? "leader" : "follower",
                    node.inSync() ? "yes" : "no",
                    node.entriesBehind(),
                    node.clientAddress().isEmpty() ? "-" : node.clientAddress(),
                    node.nodeAddress());
        }
        return table;
    }

    /** The shards that a node leads. */
    private static String leads(ClusterNode node, ClusterStatus status) {
        String leads = status.shards().stream()
                .filter(shard -> shard.leaderNodeId() == node.nodeId())
                .map(shard -> Long.toString(shard.shard()))
                .collect(Collectors.joining(","));
        return leads.isEmpty() ? "-" : leads;
    }

    private static Table shards(ClusterStatus status) {
        Table table = new Table("SHARD", "LEADER", "COPIES", "IN_SYNC", "BEHIND", "NODES");
        for (ClusterShard shard : status.shards()) {
            table.row(
                    shard.shard(),
                    shard.leaderNodeId() == 0 ? "-" : "node " + shard.leaderNodeId(),
                    shard.copies().size(),
                    shard.replicationCount(),
                    shard.copies().stream()
                            .mapToLong(ShardCopy::entriesBehind)
                            .max()
                            .orElse(0),
                    shard.copies().stream()
                            .map(copy -> Long.toString(copy.nodeId()))
                            .collect(Collectors.joining(",")));
        }
        return table;
    }

    private static Json json(ClusterStatus status) {
        return new Json()
                .put("leader_node_id", status.leaderNodeId())
                .put("replication_count", status.replicationCount())
                .putObjects(
                        "nodes",
                        status.nodes(),
                        node -> new Json()
                                .put("node_id", node.nodeId())
                                .put("node_addr", node.nodeAddress())
                                .put("client_addr", node.clientAddress())
                                .put("is_leader", node.leader())
                                .put("in_sync", node.inSync())
                                .put("entries_behind", node.entriesBehind()))
                .putObjects("shards", status.shards(), ShowCluster::json);
    }

    private static Json json(ClusterShard shard) {
        return new Json()
                .put("shard", shard.shard())
                .put("leader_node_id", shard.leaderNodeId())
                .put("replication_count", shard.replicationCount())
                .putObjects(
                        "copies",
                        shard.copies(),
                        copy -> new Json()
                                .put("node_id", copy.nodeId())
                                .put("in_sync", copy.inSync())
                                .put("entries_behind", copy.entriesBehind()));
    }
}
