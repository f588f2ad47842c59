package io.fila.client.admin;

import java.util.List;

/**
 * One of the logs of a cluster, over which queues are spread.
 *
 * @param shard counts from 0
 * @param leaderNodeId the node that leads it; 0 if none is known to
 * @param replicationCount live copies that are in sync, the leader's included
 * @param copies one on each node, in the order of their numbers
 */
public record ClusterShard(long shard, long leaderNodeId, long replicationCount, List<ShardCopy> copies) {
    public ClusterShard {
        copies = List.copyOf(copies);
    }
}
