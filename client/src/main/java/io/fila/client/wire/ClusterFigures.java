package io.fila.client.wire;

import io.fila.client.admin.ClusterNode;
import io.fila.client.admin.ClusterShard;
import io.fila.client.admin.ClusterStatus;
import io.fila.client.admin.ShardCopy;
import io.fila.proto.v1.GetClusterStatusResponse;

/** Reads what a broker tells of its cluster. */
public final class ClusterFigures {
    private ClusterFigures() {}

    public static ClusterStatus read(GetClusterStatusResponse status) {
        return new ClusterStatus(
                status.getLeaderNodeId(),
                Integer.toUnsignedLong(status.getReplicationCount()),
                status.getNodesList().stream().map(ClusterFigures::node).toList(),
                status.getShardsList().stream().map(ClusterFigures::shard).toList());
    }

    private static ClusterNode node(io.fila.proto.v1.ClusterNode node) {
        return new ClusterNode(
                node.getNodeId(),
                node.getNodeAddr(),
                node.getClientAddr(),
                node.getIsLeader(),
                node.getInSync(),
                node.getEntriesBehind());
    }

    private static ClusterShard shard(io.fila.proto.v1.ClusterShard shard) {
        return new ClusterShard(
                shard.getShard(),
                shard.getLeaderNodeId(),
                Integer.toUnsignedLong(shard.getReplicationCount()),
                shard.getCopiesList().stream()
                        .map(copy -> new ShardCopy(copy.getNodeId(), copy.getInSync(), copy.getEntriesBehind()))
                        .toList());
    }
}
