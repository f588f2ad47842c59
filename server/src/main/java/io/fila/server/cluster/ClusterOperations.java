package io.fila.server.cluster;

import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** What operators do to a cluster; the node that leads carries it out. Any thread; waits for other nodes. */
public interface ClusterOperations {
    /** Prepares to hand the lead over to a node; 0 for any that can take it. It begins with what is left to do. */
    Outcome transfer(long nodeId);

    /** Makes a node that follows a member no more. */
    Outcome remove(long nodeId);

    /**
     * What came of it.
     *
     * @param nodeId the node that it was done to
     * @param refusal why it was not done; null if it was
     * @param left what is left to do once the caller has been told, because this node may not be able to tell afterwards
     */
    record Outcome(long nodeId, @Nullable Refusal refusal, Runnable left) {
        public static Outcome refused(long nodeId, Refusal why) {
            return new Outcome(nodeId, why, () -> {});
        }
    }
}
