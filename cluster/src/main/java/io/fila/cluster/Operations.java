package io.fila.cluster;

import io.fila.core.reply.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done to a shard by the node that leads it. Any thread; waits for other nodes. */
final class Operations {
    private static final Logger log = LoggerFactory.getLogger(Operations.class);

    private final int shard;
    private final Supplier<@Nullable GroupPeer> peer;
    private final Supplier<List<NodeStatus>> nodes;
    private final NodeCalls calls;

    /** @param nodes those that have a copy, as this one sees them */
    Operations(int shard, Supplier<@Nullable GroupPeer> peer, Supplier<List<NodeStatus>> nodes, NodeCalls calls) {
        this.shard = shard;
        this.peer = peer;
        this.nodes = nodes;
        this.calls = calls;
    }

    /**
     * Prepares to hand the lead over.
     *
     * @param nodeId the node that is to lead; 0 for any that can
     */
    HandOver transfer(int nodeId) throws OperationRefused {
        GroupPeer leading = leading();
        NodeStatus target = nodeId == 0 ? best(Set.of()) : named(nodeId);
        if (target == null) {
            throw impossible(
                    "Expected another node whose copy is in sync but there is none; see fila cluster status, and"
                            + " start the others.");
        }
        if (target.leads()) {
            return new HandOver(target.nodeId(), () -> {});
        }
        if (!target.inSync()) {
            throw impossible("Expected a node whose copy is in sync but node " + target.nodeId() + " is "
                    + target.entriesBehind() + " entries behind or does not answer; choose another, or wait.");
        }
        RaftPeer peer = peer(leading, target);
        if (!canLead(peer, leading)) {
            throw impossible("Expected a node that can lead but node " + target.nodeId()
                    + " does not answer, is about to stop, or has too little room on its disk; choose another.");
        }
        return new HandOver(target.nodeId(), () -> {
            log.info("This node hands the lead of {} over to node {}.", leading, target.nodeId());
            var _ = leading.transfer(peer);
        });
    }

    /** Tells a node that it is to keep the lead for a while when it has it. If it does not hear, the lead may move on. */
    void letKeep(int nodeId) throws OperationRefused {
        GroupPeer leading = leading();
        try (NodeCalls.Conversation conversation = calls.with(peer(leading, named(nodeId)), leading.groupId())) {
            var _ = conversation.ask(new Question.Keep());
        } catch (IOException | RuntimeException away) {
            log.debug("Node {} does not know that it is to keep the lead.", nodeId, away);
        }
    }

    /** Hands the lead over, if this node has it and another can take it; waits for that, but not long. */
    void handOver(Duration patience) {
        GroupPeer leading = peer.get();
        if (leading == null || !leading.leads()) {
            return;
        }
        NodeStatus target = willing(leading);
        if (target == null) {
            return;
        }
        try {
            boolean _ = leading.transfer(peer(leading, target)).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            log.info("Node {} leads {} now.", target.nodeId(), leading);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | OperationRefused failure) {
            log.warn("The lead could not be handed over; the others elect a leader when this node is gone.");
        }
    }

    /** Lets another node lead, not one of these; if there is no other that can, whoever is elected. */
    void leadElsewhere(Set<Integer> unfit) {
        GroupPeer leading = peer.get();
        if (leading == null || !leading.leads()) {
            return;
        }
        NodeStatus target = best(unfit);
        try {
            if (target == null) {
                leading.stepDown();
            } else {
                var _ = leading.transfer(peer(leading, target));
            }
        } catch (OperationRefused left) {
            log.debug("Node {} has just left.", target, left);
        }
    }

    /** Lets another node lead, if there is one that can and that is not one of these. */
    void leadElsewhereIfPossible(Set<Integer> unfit) {
        if (best(unfit) != null) {
            leadElsewhere(unfit);
        }
    }

    /** A node that does not lead, as the others know it. */
    RaftPeer follower(int nodeId) throws OperationRefused {
        GroupPeer leading = leading();
        NodeStatus node = named(nodeId);
        if (node.leads()) {
            throw impossible("Expected a node that follows but node " + nodeId
                    + " leads; hand the lead over first: fila cluster transfer.");
        }
        return peer(leading, node);
    }

    /**
     * Makes a node a member of this shard no more. If it is this one, which leads, the lead goes elsewhere first.
     *
     * @param really otherwise it is only told whether that could be done
     * @return why it was not done; null if it was
     */
    @Nullable Refusal leave(int nodeId, boolean really) {
        try {
            GroupPeer leading = leading();
            if (NodeIdentity.nodeOf(leading.self()) == nodeId) {
                leadElsewhere(Set.of());
                throw new OperationRefused(
                        Refusal.unavailable("Expected another node than " + nodeId + " to lead; try again."));
            }
            if (nodes.get().stream().noneMatch(each -> each.nodeId() == nodeId)) {
                return null;
            }
            requireMajorityWithout(leading, nodeId);
            if (really) {
                RaftPeer leaving = peer(leading, named(nodeId));
                RaftGroup group = leading.group();
                calls.change(
                        group,
                        group.getPeers().stream()
                                .filter(each -> !each.equals(leaving))
                                .toList());
            }
            return null;
        } catch (OperationRefused refused) {
            return refused.refusal();
        } catch (IOException failure) {
            return Refusal.unavailable(
                    "Expected the nodes to agree but they did not: " + failure.getMessage() + "; try again.");
        }
    }

    /** Whoever is left has to agree at once: if a majority of them is not there, nothing could be agreed on any more. */
    private void requireMajorityWithout(GroupPeer leading, int nodeId) throws OperationRefused {
        List<NodeStatus> rest =
                nodes.get().stream().filter(each -> each.nodeId() != nodeId).toList();
        int live = 0;
        for (NodeStatus each : rest) {
            if (each.leads() || (each.inSync() && answers(peer(leading, each), leading))) {
                live++;
            }
        }
        if (2 * live <= rest.size()) {
            throw impossible(
                    "Expected a majority of the " + rest.size() + " nodes that would be left to be in sync but " + live
                            + (live == 1 ? " is" : " are") + "; start the others first.");
        }
    }

    /** Whether a node is there now: what is known of it may be some heartbeats old. */
    private boolean answers(RaftPeer peer, GroupPeer leading) {
        try (NodeCalls.Conversation conversation = calls.with(peer, leading.groupId())) {
            var _ = conversation.ask(new Question.Report());
            return true;
        } catch (IOException | RuntimeException away) {
            return false;
        }
    }

    /** What is known of a node may be some heartbeats old: one that has just stopped looks as if it were there. */
    private boolean canLead(RaftPeer peer, GroupPeer leading) {
        try (NodeCalls.Conversation conversation = calls.with(peer, leading.groupId())) {
            return Progress.decode(conversation.ask(new Question.Report())).canLead();
        } catch (IOException | RuntimeException away) {
            return false;
        }
    }

    private GroupPeer leading() throws OperationRefused {
        GroupPeer now = peer.get();
        if (now == null || !now.leads()) {
            throw new OperationRefused(
                    Refusal.unavailable("Expected this node to lead but it does not any more; try again in a moment."));
        }
        return now;
    }

    /** The follower that can take over with the least to catch up on; null if there is none. */
    private @Nullable NodeStatus best(Set<Integer> unfit) {
        return nodes.get().stream()
                .filter(each -> each.inSync() && !each.leads() && !unfit.contains(each.nodeId()))
                .min(Comparator.comparingLong(NodeStatus::entriesBehind))
                .orElse(null);
    }

    /** The same of those that say so themselves. */
    private @Nullable NodeStatus willing(GroupPeer leading) {
        Set<Integer> unfit = new HashSet<>();
        for (NodeStatus each = best(unfit); each != null; each = best(unfit)) {
            try {
                if (canLead(peer(leading, each), leading)) {
                    return each;
                }
            } catch (OperationRefused left) {
                log.debug("Node {} has just left.", each, left);
            }
            unfit.add(each.nodeId());
        }
        return null;
    }

    private NodeStatus named(int nodeId) throws OperationRefused {
        return nodes.get().stream()
                .filter(each -> each.nodeId() == nodeId)
                .findFirst()
                .orElseThrow(() -> new OperationRefused(
                        shard == 0
                                ? Refusal.notFound("Expected a node of the cluster but there is no node " + nodeId
                                        + "; fila cluster status lists them.")
                                : Refusal.failedPrecondition(
                                        "Expected a node that has a copy of shard " + shard + " but node " + nodeId
                                                + " has none; fila cluster status lists those that do.")));
    }

    private static RaftPeer peer(GroupPeer leading, NodeStatus node) throws OperationRefused {
        return leading.members().stream()
                .filter(each -> NodeIdentity.nodeOf(each.getId()) == node.nodeId())
                .findFirst()
                .orElseThrow(() -> impossible("Expected node " + node.nodeId() + " but it has just left; try again."));
    }

    private static OperationRefused impossible(String sentence) {
        return new OperationRefused(Refusal.failedPrecondition(sentence));
    }
}
