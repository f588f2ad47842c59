package io.fila.cluster;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where clients reach each node. It is asked of the nodes themselves, because it may change with every start of theirs. Any thread. */
final class ClientAddresses {
    private static final Logger log = LoggerFactory.getLogger(ClientAddresses.class);

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

    Map<RaftPeerId, NodeAddress> all() {
        return known;
    }

    /** Asks all members that have not told yet. */
    void ask(Engine engine) {
        known.put(engine.identity().peerId(), own);
        for (RaftPeer member : engine.members()) {
            if (!known.containsKey(member.getId())) {
                ask(engine, member);
            }
        }
    }

    private void ask(Engine engine, RaftPeer member) {
        try (NodeCalls.Conversation conversation =
                calls.with(member, engine.identity().groupId())) {
            String address = conversation.ask(new Question.Address()).toStringUtf8();
            known.put(member.getId(), NodeAddress.parse(address));
            onLearnt.run();
        } catch (IOException | RuntimeException notYet) {
            log.debug("{} does not tell where clients reach it yet.", member, notYet);
        }
    }

    /** What a node told may not hold any more: it was away, and may have been started anew. */
    void forget(RaftPeerId peer) {
        known.remove(peer);
    }
}
