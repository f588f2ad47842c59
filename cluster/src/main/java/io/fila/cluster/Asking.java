package io.fila.cluster;

import java.io.IOException;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way to the leader of a shard: it is kept for as long as that node leads and answers. Any thread; waits for answers. */
final class Asking implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Asking.class);

    private final NodeCalls calls;

    // Under the lock.
    private @Nullable RaftPeerId with;
    private NodeCalls.@Nullable Conversation conversation;

    Asking(NodeCalls calls) {
        this.calls = calls;
    }

    byte[] ask(RaftGroupId group, RaftPeer leader, byte[] question) throws IOException {
        NodeCalls.Conversation now = conversation(group, leader);
        try {
            return now.ask(new Question.Ask(ByteString.copyFrom(question))).toByteArray();
        } catch (IOException | RuntimeException failure) {
            drop(now);
            throw failure;
        }
    }

    private synchronized NodeCalls.Conversation conversation(RaftGroupId group, RaftPeer leader) {
        NodeCalls.Conversation known = conversation;
        if (known != null && leader.getId().equals(with)) {
            return known;
        }
        close();
        NodeCalls.Conversation begun = calls.with(leader, group);
        conversation = begun;
        with = leader.getId();
        return begun;
    }

    private synchronized void drop(NodeCalls.Conversation failed) {
        if (failed.equals(conversation)) {
            close();
        }
    }

    @Override
    public synchronized void close() {
        NodeCalls.Conversation left = conversation;
        conversation = null;
        with = null;
        if (left != null) {
            try {
                left.close();
            } catch (IOException failure) {
                log.debug("A connection could not be closed.", failure);
            }
        }
    }
}
