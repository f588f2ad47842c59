package io.fila.cluster;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the other nodes say of themselves to the one that leads. One thread asks, any may read. */
final class Reports {
    private static final Logger log = LoggerFactory.getLogger(Reports.class);

    private final NodeCalls calls;
    private final Map<RaftPeerId, NodeCalls.Conversation> conversations = new HashMap<>();
    private volatile Map<RaftPeerId, Progress> latest = Map.of();

    Reports(NodeCalls calls) {
        this.calls = calls;
    }

    /** Of those that answered when they were last asked. */
    Map<RaftPeerId, Progress> latest() {
        return latest;
    }

    /** The nodes that had too little room. */
    Set<Integer> low() {
        return latest.entrySet().stream()
                .filter(each -> each.getValue().isLow())
                .map(each -> NodeIdentity.nodeOf(each.getKey()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Asks all members but this node. */
    void ask(GroupPeer group) {
        Map<RaftPeerId, Progress> answered = new HashMap<>();
        for (RaftPeer member : group.members()) {
            if (!member.getId().equals(group.self())) {
                Progress progress = ask(group, member);
                if (progress != null) {
                    answered.put(member.getId(), progress);
                }
            }
        }
        latest = Map.copyOf(answered);
    }

    private @Nullable Progress ask(GroupPeer group, RaftPeer member) {
        NodeCalls.Conversation conversation =
                conversations.computeIfAbsent(member.getId(), id -> calls.with(member, group.groupId()));
        try {
            return Progress.decode(conversation.ask(new Question.Report()));
        } catch (IOException | RuntimeException away) {
            log.debug("{} does not answer.", member, away);
            conversations.remove(member.getId());
            close(conversation);
            return null;
        }
    }

    /** Asks nobody for now. */
    void forget() {
        conversations.values().forEach(Reports::close);
        conversations.clear();
        latest = Map.of();
    }

    private static void close(NodeCalls.Conversation conversation) {
        try {
            conversation.close();
        } catch (IOException failure) {
            log.debug("A connection could not be closed.", failure);
        }
    }
}
