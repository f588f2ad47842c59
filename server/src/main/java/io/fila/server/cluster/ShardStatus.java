package io.fila.server.cluster;

import java.util.List;

/**
 * One log of a cluster, as the node that leads it sees it, or as far as it is known.
 *
 * @param shard counts from 0
 * @param leaderNodeId 0 if none is known to lead
 * @param members the nodes that have a copy; only whoever leads knows how far each has come
 */
public record ShardStatus(int shard, long leaderNodeId, List<Member> members) {
    public ShardStatus {
        members = List.copyOf(members);
    }

    /** As a node sees it. */
    public static ShardStatus of(int shard, ClusterView view) {
        return new ShardStatus(shard, view.leaderNodeId(), view.members());
    }

    /** Live copies that are in sync, the leader's included. */
    public int inSync() {
        return (int) members.stream().filter(Member::inSync).count();
    }
}
