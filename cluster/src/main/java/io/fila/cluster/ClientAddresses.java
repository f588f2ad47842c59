package io.fila.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where clients reach each node. It is asked of the nodes themselves, because it may change with every start of theirs. Any thread. */
final class ClientAddresses {
    private static final Logger log = LoggerFactory.getLogger(ClientAddresses.class);

    /** How long a new leader whose address is known is not asked for it: it has enough to do, and nobody is served meanwhile. */
    private static final Duration NOT_AT_ONCE = Duration.ofSeconds(1);

    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(300);

    private final NodeCalls calls;
    private final NodeAddress own;
    private final Runnable onLearnt;
    private final Map<RaftPeerId, NodeAddress> known = new ConcurrentHashMap<>();

    /** @param onLearnt told of every address that was learnt */
    ClientAddresses(NodeCalls calls, NodeAddress own, Runnable onLearnt) {
        this.calls = calls;
        this.own = own;
        this.onLearnt = onLearnt;
    }

    @Nullable NodeAddress of(RaftPeerId peer) {
        return known.get(peer);
    }

    /** It was told beside something else. */
    void learnt(RaftPeerId peer, NodeAddress address) {
        if (!address.equals(known.put(peer, address))) {
            onLearnt.run();
        }
    }

    Map<RaftPeerId, NodeAddress> all() {
        return known;
    }

    /** Asks all members that have not told yet. */
    void ask(GroupPeer group) {
        known.put(group.self(), own);
        for (RaftPeer member : group.members()) {
            if (!known.containsKey(member.getId())) {
                boolean _ = ask(group, member);
            }
        }
    }

    private boolean ask(GroupPeer group, RaftPeer member) {
        try (NodeCalls.Conversation conversation = calls.with(member, group.groupId())) {
            NodeAddress told =
                    NodeAddress.parse(conversation.ask(new Question.Address()).toStringUtf8());
            learnt(member.getId(), told);
            return true;
        } catch (IOException | RuntimeException notYet) {
            log.debug("{} does not tell where clients reach it yet.", member, notYet);
            return false;
        }
    }

    /**
     * Asks a new leader until it has told, or another leads. What it told before holds meanwhile: it may have been started anew
     * elsewhere, but mostly it was not, and calls need not wait.
     */
    void learn(RaftPeerId leader, Supplier<@Nullable GroupPeer> starting, Closing closing) {
        if (known.containsKey(leader)) {
            closing.pause(NOT_AT_ONCE);
        }
        GroupPeer group = starting.get();
        while (group == null && !closing.hasBegun()) {
            closing.pause(TRY_AGAIN_AFTER);
            group = starting.get();
        }
        while (group != null && !closing.hasBegun() && leader.equals(group.leader()) && !tells(group, leader)) {
            closing.pause(TRY_AGAIN_AFTER);
        }
    }

    private boolean tells(GroupPeer group, RaftPeerId leader) {
        if (leader.equals(group.self())) {
            known.put(leader, own);
            return true;
        }
        return group.members().stream().anyMatch(member -> member.getId().equals(leader) && ask(group, member));
    }
}
