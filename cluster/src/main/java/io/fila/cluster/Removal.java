package io.fila.cluster;

import io.fila.core.reply.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.ratis.protocol.RaftPeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One removal of a node from all shards, by the node that leads the first shard: each shard's leader carries out its part. Before
 * anything is taken away there are copies elsewhere, in sync. The first shard comes last, so that whatever went wrong before can be
 * tried again. One thread; waits for other nodes.
 */
final class Removal {
    private static final Logger log = LoggerFactory.getLogger(Removal.class);

    /** Until a shard has a leader that is not the node which leaves. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(100);

    private final List<Shard> shards;
    private final Placer placer;
    private final Shared shared;
    private final int nodeId;

    Removal(List<Shard> shards, Placer placer, Shared shared, int nodeId) {
        this.shards = shards;
        this.placer = placer;
        this.shared = shared;
        this.nodeId = nodeId;
    }

    void run() throws OperationRefused {
        if (shards.isEmpty()) {
            throw new OperationRefused(Refusal.unavailable("This node is starting; try again in a moment."));
        }
        Shard first = shards.getFirst();
        RaftPeer leaving = first.operations().follower(nodeId);
        leave(first, false);
        // The lead stays here: whoever leads next would not know who leaves, and might drop the copy just made.
        first.keep();
        placer.replaceCopiesOf(leaving);
        for (Shard shard : shards.reversed()) {
            leave(shard, false);
        }
        for (Shard shard : shards.reversed()) {
            leave(shard, true);
        }
        log.info("Node {} was removed from the cluster.", nodeId);
        shared.background().execute(() -> tell(leaving, first));
    }

    private void leave(Shard shard, boolean really) throws OperationRefused {
        long begin = System.nanoTime();
        Refusal refusal = shard.leave(nodeId, really);
        boolean leaderChanges = false;
        while (refusal != null
                && System.nanoTime() - begin < PATIENCE.toNanos()
                && !shared.closing().hasBegun()) {
            leaderChanges |= refusal.code() == Refusal.Code.UNAVAILABLE;
            if (!leaderChanges) {
                break;
            }
            // A new leader does not know for a moment who is in sync, so what it objects to may not be so.
            shared.closing().pause(TRY_AGAIN_AFTER);
            refusal = shard.leave(nodeId, really);
        }
        if (refusal != null) {
            throw new OperationRefused(refusal);
        }
    }

    /** A node that does not hear it, because it is down, learns it from the others when it comes back. */
    private void tell(RaftPeer removed, Shard shard) {
        GroupPeer self = shard.peer();
        if (self == null) {
            return;
        }
        try (NodeCalls.Conversation conversation = shared.calls().with(removed, self.groupId())) {
            var _ = conversation.ask(new Question.Removed(removed.getId()));
        } catch (IOException | RuntimeException away) {
            log.debug("{} does not know yet that it was removed.", removed, away);
        }
    }
}
