package io.fila.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks other nodes what they have to do with the shards, over connections that are kept. One thread. */
final class PartCalls implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PartCalls.class);

    private final NodeCalls calls;
    private final ClientAddresses clientAddresses;
    private final Duration patience;
    private final Map<RaftPeerId, NodeCalls.Conversation> conversations = new HashMap<>();

    /** @param patience after which a node counts as one that does not answer */
    PartCalls(NodeCalls calls, ClientAddresses clientAddresses, Duration patience) {
        this.calls = calls;
        this.clientAddresses = clientAddresses;
        this.patience = patience;
    }

    /**
     * Null if it does not answer.
     *
     * @param first the group that every node is in
     */
    Part.@Nullable OfNode ask(RaftGroupId first, RaftPeer node) {
        NodeCalls.Conversation conversation =
                conversations.computeIfAbsent(node.getId(), id -> calls.with(node, first, patience));
        try {
            Part.OfNode told = Part.OfNode.decode(conversation.ask(new Question.Parts()));
            clientAddresses.learnt(node.getId(), told.clientAddress());
            return told;
        } catch (IOException | RuntimeException away) {
            log.debug("{} does not answer.", node, away);
            conversations.remove(node.getId());
            close(conversation);
            return null;
        }
    }

    /** Closes the connections with nodes that are no members any more. */
    void keepOnly(Collection<RaftPeer> members) {
        Set<RaftPeerId> kept = members.stream().map(RaftPeer::getId).collect(Collectors.toUnmodifiableSet());
        conversations.entrySet().removeIf(each -> {
            if (kept.contains(each.getKey())) {
                return false;
            }
            close(each.getValue());
            return true;
        });
    }

    @Override
    public void close() {
        conversations.values().forEach(PartCalls::close);
        conversations.clear();
    }

    private static void close(NodeCalls.Conversation conversation) {
        try {
            conversation.close();
        } catch (IOException failure) {
            log.debug("A connection could not be closed.", failure);
        }
    }
}
