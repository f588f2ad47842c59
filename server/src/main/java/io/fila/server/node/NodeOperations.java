package io.fila.server.node;

import io.fila.cluster.ClusterNode;
import io.fila.cluster.HandOver;
import io.fila.cluster.OperationRefused;
import io.fila.core.reply.Refusal;
import io.fila.server.cluster.ClusterOperations;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What operators do to the cluster that this node is in. Any thread; waits for other nodes. */
final class NodeOperations implements ClusterOperations {
    private final Supplier<@Nullable ClusterNode> node;
    private final int shard;

    /**
     * For one shard; a removal is of all.
     *
     * @param node null while it has not begun to take part
     */
    NodeOperations(Supplier<@Nullable ClusterNode> node, int shard) {
        this.node = node;
        this.shard = shard;
    }

    /** Does something, and tells what came of it. */
    private interface Operation {
        Outcome run(ClusterNode node) throws OperationRefused;
    }

    @Override
    public Outcome transfer(long nodeId) {
        return run(nodeId, known -> {
            HandOver prepared = known.shards().get(shard).transfer(Math.toIntExact(nodeId));
            return new Outcome(prepared.nodeId(), null, prepared.begin());
        });
    }

    @Override
    public Outcome remove(long nodeId) {
        return run(nodeId, known -> {
            known.remove(Math.toIntExact(nodeId));
            return new Outcome(nodeId, null, () -> {});
        });
    }

    private Outcome run(long nodeId, Operation operation) {
        ClusterNode known = node.get();
        if (known == null || known.shards().isEmpty()) {
            return Outcome.refused(nodeId, Refusal.unavailable("This node is starting; try again in a moment."));
        }
        try {
            return operation.run(known);
        } catch (OperationRefused refused) {
            return Outcome.refused(nodeId, refused.refusal());
        }
    }
}
