package io.fila.client.admin;

import java.util.List;

/**
 * A cluster as its leader sees it.
 *
 * @param leaderNodeId the node that leads; 0 when the broker stands alone
 * @param replicationCount live copies that are in sync, the leader's included
 * @param nodes in the order of their numbers; none when the broker stands alone
 */
public record ClusterStatus(long leaderNodeId, long replicationCount, List<ClusterNode> nodes) {
    public ClusterStatus {
        nodes = List.copyOf(nodes);
    }
}
