package io.fila.server.cluster;

import io.fila.core.reply.Refusal;
import io.fila.server.settings.ListenAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of a broker that is in no cluster. */
final class Alone implements ClusterView {
    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public @Nullable ListenAddress leaderAddress() {
        return null;
    }

    @Override
    public long leaderNodeId() {
        return 0;
    }

    @Override
    public int replicationCount() {
        return 0;
    }

    @Override
    public int nodeCount() {
        return 0;
    }

    @Override
    public List<Member> members() {
        return List.of();
    }

    @Override
    public long term() {
        return 0;
    }

    @Override
    public long leaderChanges() {
        return 0;
    }

    @Override
    public ClusterOperations operations() {
        return new ClusterOperations() {
            @Override
            public Outcome transfer(long nodeId) {
                return refused(nodeId);
            }

            @Override
            public Outcome remove(long nodeId) {
                return refused(nodeId);
            }
        };
    }

    private static ClusterOperations.Outcome refused(long nodeId) {
        return ClusterOperations.Outcome.refused(
                nodeId,
                Refusal.failedPrecondition(
                        "Expected a cluster but this broker stands alone; see docs/cluster.md for how to make one."));
    }

    @Override
    public void onChange(Runnable listener) {
        // Nothing ever changes.
    }
}
