package io.fila.client.admin;

import java.util.List;

/**
 * A cluster as its leaders see it.
 *
 * @param leaderNodeId the node that leads the first shard; 0 when the broker stands alone
 * @param replicationCount live copies that are in sync, the leader's included, of the shard that has the fewest
 * @param nodes in the order of their numbers; none when the broker stands alone
 * @param shards in the order of their numbers; none when the broker stands alone
 */
public record ClusterStatus(
        long leaderNodeId, long replicationCount, List<ClusterNode> nodes, List<ClusterShard> shards) {
    public ClusterStatus {
        nodes = List.copyOf(nodes);
        shards = List.copyOf(shards);
    }
}
