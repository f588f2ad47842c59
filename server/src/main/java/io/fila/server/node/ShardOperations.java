package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.reply.Refusal;
import io.fila.server.cluster.ClusterOperations;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators do to one shard of several, whichever node leads it. Any thread; waits for other nodes. */
final class ShardOperations implements ClusterOperations {
    private static final Logger log = LoggerFactory.getLogger(ShardOperations.class);

    private final Shard shard;

    ShardOperations(Shard shard) {
        this.shard = shard;
    }

    @Override
    public Outcome transfer(long nodeId) {
        try {
            return TransferCodec.decode(shard.ask(new ShardQuestion.Transfer(nodeId).encode()));
        } catch (IOException | RuntimeException away) {
            log.debug("Nobody hands the lead of shard {} over.", shard.number(), away);
            return Outcome.refused(
                    nodeId,
                    Refusal.unavailable("Expected the node that leads shard " + shard.number()
                            + " to answer but it does not; try again in a moment."));
        }
    }

    @Override
    public Outcome remove(long nodeId) {
        throw new UnsupportedOperationException("A node is removed from all shards.");
    }
}
