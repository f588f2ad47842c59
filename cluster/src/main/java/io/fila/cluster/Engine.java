package io.fila.cluster;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ratis at work: one server, which takes part in one group for each shard. Any thread. */
final class Engine implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Engine.class);

    private final RaftServer server;
    private final NodeIdentity identity;
    private final List<GroupPeer> groups;

    private Engine(RaftServer server, NodeIdentity identity) {
        this.server = server;
        this.identity = identity;
        this.groups = IntStream.range(0, identity.shards())
                .mapToObj(shard -> new GroupPeer(server, identity, shard))
                .toList();
    }

    /**
     * Goes on in the groups whose logs are there.
     *
     * @param begun shards in whose groups it begins, if they have no log yet
     * @param members of those groups
     * @param replicas makes what stands behind a shard
     */
    static Engine start(
            NodeIdentity identity,
            Collection<Integer> begun,
            List<RaftPeer> members,
            RaftProperties properties,
            Parameters parameters,
            IntFunction<? extends StateMachine> replicas)
            throws IOException {
        // The server finds the directories of groups by itself.
        RaftServer server = RaftServer.newBuilder()
                .setServerId(identity.peerId())
                .setOption(RaftStorage.StartupOption.RECOVER)
                .setProperties(properties)
                .setParameters(parameters)
                .setStateMachineRegistry(id -> replicas.apply(GroupNumber.of(id).shard()))
                .build();
        Engine engine = new Engine(server, identity);
        try {
            server.start();
            for (int shard : begun) {
                engine.begin(shard, members);
            }
            return engine;
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    /** Begins in the group of a shard, unless it is in there. What it has of it is in the directory of its logs. */
    void begin(int shard, List<RaftPeer> members) throws IOException {
        RaftGroup group = RaftGroup.valueOf(identity.groupId(shard), members);
        if (!isIn(group.getGroupId())) {
            requireSuccess(server.groupManagement(
                    GroupManagementRequest.newAdd(ClientId.randomId(), server.getId(), 1, group, false)));
        }
    }

    /** Ends in the group of a shard, and leaves its directory. */
    void end(int shard) throws IOException {
        RaftGroupId group = identity.groupId(shard);
        if (isIn(group)) {
            requireSuccess(server.groupManagement(
                    GroupManagementRequest.newRemove(ClientId.randomId(), server.getId(), 1, group, false, false)));
        }
    }

    private boolean isIn(RaftGroupId group) {
        for (RaftGroupId known : server.getGroupIds()) {
            if (known.equals(group)) {
                return true;
            }
        }
        return false;
    }

    private static void requireSuccess(RaftClientReply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw reply.getException() == null ? new IOException("refused: " + reply) : reply.getException();
        }
    }

    NodeIdentity identity() {
        return identity;
    }

    /** This node in the group of a shard. */
    GroupPeer group(int shard) {
        return groups.get(shard);
    }

    /** Whether this node is a member of the cluster, which is who is a member of the first group. */
    boolean isMember() {
        return groups.getFirst().isMember();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            log.warn("The cluster's log could not be closed.", failure);
        }
    }
}
