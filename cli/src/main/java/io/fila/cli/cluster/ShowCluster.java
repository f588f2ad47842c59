package io.fila.cli.cluster;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.ClusterNode;
import io.fila.client.admin.ClusterStatus;

/** {@code fila cluster status}. */
public final class ShowCluster implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show the nodes of the cluster, which of them leads, and how far each has come.")
                .example("fila cluster status");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        ClusterStatus status = session.admin().clusterStatus();
        session.print(
                status.nodes().isEmpty()
                        ? "This broker stands alone."
                        : table(status).toString(),
                json(status));
    }

    private static Table table(ClusterStatus status) {
        Table table = new Table("NODE", "ROLE", "IN_SYNC", "BEHIND", "CLIENTS", "NODES");
        for (ClusterNode node : status.nodes()) {
            table.row(
                    node.nodeId(),
                    node.leader() ? "leader" : "follower",
                    node.inSync() ? "yes" : "no",
                    node.entriesBehind(),
                    node.clientAddress().isEmpty() ? "-" : node.clientAddress(),
                    node.nodeAddress());
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
                                .put("entries_behind", node.entriesBehind()));
    }
}
