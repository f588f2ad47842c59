package io.fila.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a node becomes a member: it asks a member to add it. One thread. */
final class Joining {
    private static final Logger log = LoggerFactory.getLogger(Joining.class);

    private final ClusterSettings settings;
    private final NodeCalls calls;
    private final Candidate candidate;
    private boolean told;

    /** This node can't begin, whichever peer it asks. */
    static final class OwnFault extends RuntimeException {
        final RuntimeException sentence;

        /** @param sentence for the operator */
        OwnFault(RuntimeException sentence) {
            super(sentence);
            this.sentence = sentence;
        }
    }

    /** The node that wants to join. */
    interface Candidate {
        /** Makes sure that the engine runs, as a peer of the first group of that cluster that is not a member yet. */
        Engine engine(GroupNumber group) throws IOException;

        /** Makes sure that it is a peer of the group of a shard. */
        void take(int shard) throws IOException;

        /** As the others are to know it. */
        RaftPeer self(NodeIdentity identity);
    }

    Joining(ClusterSettings settings, NodeCalls calls, Candidate candidate) {
        this.settings = settings;
        this.calls = calls;
        this.candidate = candidate;
    }

    /**
     * Tries each of the peers until one succeeds. What is in the way is told once.
     *
     * @throws OwnFault if trying again will not help
     */
    boolean tryAll() {
        for (NodeAddress peer : settings.peers()) {
            try {
                joinThrough(peer);
                return true;
            } catch (OwnFault unable) {
                throw unable;
            } catch (IOException | RuntimeException notYet) {
                if (!told) {
                    log.warn("This node waits to join the cluster through {}: {}", peer, notYet.getMessage());
                }
                told = true;
            }
        }
        return false;
    }

    private void joinThrough(NodeAddress peer) throws IOException {
        List<RaftGroup> groups = calls.groupsAt(peer);
        GroupNumber first = GroupNumber.of(groups.getFirst().getGroupId());
        Engine engine = candidate.engine(first);
        if (!engine.identity().cluster().equals(first.cluster())) {
            throw new ClusterException("Expected the cluster that this node belongs to but " + peer
                    + " belongs to another; check cluster.peers, or move the data directory away to join that one.");
        }
        RaftPeer self = candidate.self(engine.identity());
        requireOnlyOne(groups.getFirst(), self);
        for (RaftGroup group : groups) {
            int shard = GroupNumber.of(group.getGroupId()).shard();
            if (!group.getPeers().contains(self) && (shard == 0 || hasRoom(group))) {
                candidate.take(shard);
                join(group, self);
            }
        }
        if (groups.size() < first.shards() && groups.getFirst().getPeers().size() < settings.copies()) {
            throw new IOException("the node at " + peer + " does not have every shard yet");
        }
        log.info(
                "This node has joined a cluster of {}.",
                membersWith(groups.getFirst(), self).size());
    }

    /** A member with this node's number is what it was before it lost its disk, unless it is still there at another address. */
    private void requireOnlyOne(RaftGroup first, RaftPeer self) {
        for (RaftPeer other : first.getPeers()) {
            boolean hasNumber = NodeIdentity.nodeOf(other.getId()) == settings.nodeId();
            if (hasNumber && !other.getAddress().equals(self.getAddress()) && answers(other, first)) {
                throw new ClusterException("Expected no other node " + settings.nodeId() + " but there is one at "
                        + other.getAddress() + "; set another cluster.node_id, or stop that one.");
            }
        }
    }

    private boolean answers(RaftPeer other, RaftGroup first) {
        try (NodeCalls.Conversation conversation = calls.with(other, first.getGroupId())) {
            var _ = conversation.ask(new Question.Report());
            return true;
        } catch (IOException away) {
            log.debug("{} is not there any more.", other, away);
            return false;
        }
    }

    /**
     * Whether a shard has fewer copies than it should have, or one that this node had. If there are enough, this node gets what it is
     * to have from the one that leads the first shard.
     */
    private boolean hasRoom(RaftGroup group) {
        return group.getPeers().size() < settings.copies()
                || group.getPeers().stream().anyMatch(each -> NodeIdentity.nodeOf(each.getId()) == settings.nodeId());
    }

    private void join(RaftGroup group, RaftPeer self) throws IOException {
        calls.change(group, membersWith(group, self));
    }

    private List<RaftPeer> membersWith(RaftGroup group, RaftPeer self) {
        List<RaftPeer> members = new ArrayList<>();
        for (RaftPeer other : group.getPeers()) {
            // What this node was before it lost its data is no more.
            if (NodeIdentity.nodeOf(other.getId()) != settings.nodeId()) {
                members.add(other);
            }
        }
        members.add(self);
        return members;
    }
}
