package io.fila.server.grpc.admin;

import io.fila.proto.v1.ClusterNode;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.ShardCopy;
import io.fila.server.cluster.Member;
import io.fila.server.cluster.ShardStatus;
import java.util.List;

/** What is told of a cluster. */
final class ClusterAnswer {
    private ClusterAnswer() {}

    /** @param shards in order; of a broker that stands alone, one without members */
    static GetClusterStatusResponse of(List<ShardStatus> shards) {
        ShardStatus first = shards.getFirst();
        GetClusterStatusResponse.Builder status = GetClusterStatusResponse.newBuilder()
                .setLeaderNodeId(first.leaderNodeId())
                .setReplicationCount(
                        shards.stream().mapToInt(ShardStatus::inSync).min().orElse(0));
        for (Member member : first.members()) {
            status.addNodes(node(member, shards));
        }
        if (!first.members().isEmpty()) {
            shards.forEach(shard -> status.addShards(shard(shard)));
        }
        return status.build();
    }

    /** A node that the first shard knows, with the copies that it has. */
    private static ClusterNode node(Member member, List<ShardStatus> shards) {
        ClusterNode.Builder node = ClusterNode.newBuilder()
                .setNodeId(member.nodeId())
                .setNodeAddr(member.nodeAddress().toString())
                .setClientAddr(
                        member.clientAddress() == null
                                ? ""
                                : member.clientAddress().toString())
                .setIsLeader(member.leads());
        boolean inSync = true;
        long behind = 0;
        for (ShardStatus shard : shards) {
            Member copy = shard.members().stream()
                    .filter(each -> each.nodeId() == member.nodeId())
                    .findFirst()
                    .orElse(null);
            // One that has no copy lacks nothing, unless nobody tells who has.
            inSync &= copy == null ? !shard.members().isEmpty() : copy.inSync();
            behind += copy == null ? 0 : copy.entriesBehind();
        }
        return node.setInSync(inSync).setEntriesBehind(behind).build();
    }

    private static ClusterShard shard(ShardStatus status) {
        ClusterShard.Builder shard = ClusterShard.newBuilder()
                .setShard(status.shard())
                .setLeaderNodeId(status.leaderNodeId())
                .setReplicationCount(status.inSync());
        for (Member member : status.members()) {
            shard.addCopies(ShardCopy.newBuilder()
                    .setNodeId(member.nodeId())
                    .setInSync(member.inSync())
                    .setEntriesBehind(member.entriesBehind()));
        }
        return shard.build();
    }
}
