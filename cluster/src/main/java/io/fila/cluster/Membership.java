package io.fila.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;

/** How a node comes to take part in a cluster: who it is, and its engine, from the moment that it is known which cluster. Any thread. */
final class Membership {
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(300);

    private final ClusterSettings settings;
    private final Path directory;
    private final Path logs;
    private final Starter starter;
    private final Closing closing;

    /** Null until it is known which cluster this is. */
    private volatile @Nullable Engine engine;

    /** Starts the engine of a node. */
    interface Starter {
        /**
         * Goes on in groups that have a log, and begins in the others.
         *
         * @param members of groups that have no log yet which tells them
         */
        Engine start(NodeIdentity identity, List<RaftPeer> members) throws IOException;
    }

    Membership(ClusterSettings settings, Path directory, Path logs, Starter starter, Closing closing) {
        this.settings = settings;
        this.directory = directory;
        this.logs = logs;
        this.starter = starter;
        this.closing = closing;
    }

    /** The engine; null until it is known which cluster this is. */
    @Nullable Engine engine() {
        return engine;
    }

    /**
     * Goes on in the cluster that the directory belongs to, or founds one; a node that has to join first does nothing yet.
     *
     * @param known who used the directory; null if nobody did
     */
    void begin(@Nullable NodeIdentity known) throws IOException {
        boolean isFirst = settings.peers().isEmpty();
        NodeIdentity identity = known;
        if (identity == null && isFirst) {
            identity = NodeIdentity.fresh(UUID.randomUUID(), settings.nodeId(), settings.shards());
            identity.write(directory);
        }
        if (identity != null) {
            if (NodeIdentity.hasBegun(directory)) {
                requireLogs(identity);
            } else if (isFirst) {
                GroupDirectories.deleteUnbegun(logs);
            }
            engine = starter.start(identity, isFirst ? List.of(self(identity)) : List.of());
        }
    }

    /**
     * A node that has lost a log may have confirmed what it has no more, and voted: under the name it had it would be taken at its
     * word. The first one would even found a cluster of its own.
     */
    private void requireLogs(NodeIdentity identity) throws IOException {
        for (int shard = 0; shard < identity.shards(); shard++) {
            if (!GroupDirectories.hasBegun(logs, identity.groupId(shard))) {
                throw new ClusterException("Expected the log of shard " + shard + " in " + logs
                        + " but there is none, although this node has taken part in its cluster. Move " + directory
                        + " away, and start the node with the address of another one in cluster.peers: it joins anew.");
            }
        }
    }

    /** Notes that there are logs, once there are: from then on they must not be missing. */
    void noteThatItBegan() throws IOException {
        while (!closing.hasBegun() && !NodeIdentity.hasBegun(directory)) {
            Engine now = engine;
            if (now != null && haveBegun(now.identity())) {
                NodeIdentity.markBegun(directory);
            } else {
                closing.pause(TRY_AGAIN_AFTER);
            }
        }
    }

    private boolean haveBegun(NodeIdentity identity) throws IOException {
        for (int shard = 0; shard < identity.shards(); shard++) {
            if (!GroupDirectories.hasBegun(logs, identity.groupId(shard))) {
                return false;
            }
        }
        return true;
    }

    private RaftPeer self(NodeIdentity identity) {
        return RaftPeer.newBuilder()
                .setId(identity.peerId())
                .setAddress(settings.bind().toString())
                .build();
    }

    /** Asks other nodes to be taken in, until this one is a member. */
    void joinUntilMember(NodeCalls calls) {
        Joining joining = new Joining(settings, calls, new Joining.Candidate() {
            @Override
            public Engine engine(GroupNumber group) throws IOException {
                return engineOf(group);
            }

            @Override
            public RaftPeer self(NodeIdentity identity) {
                return Membership.this.self(identity);
            }
        });
        while (!closing.hasBegun() && !isMember()) {
            joining.tryAll();
            closing.pause(TRY_AGAIN_AFTER);
        }
    }

    /** Nodes of the cluster, live or not; 0 while that is not known. */
    int nodes() {
        Engine now = engine;
        return now == null ? 0 : now.group(0).members().size();
    }

    private boolean isMember() {
        Engine now = engine;
        return now != null && now.isMember();
    }

    private Engine engineOf(GroupNumber group) throws IOException {
        Engine now = engine;
        if (now != null) {
            return now;
        }
        if (closing.hasBegun()) {
            throw new IOException("this node is closing");
        }
        NodeIdentity fresh = NodeIdentity.fresh(group.cluster(), settings.nodeId(), group.shards());
        fresh.write(directory);
        Engine started = starter.start(fresh, List.of());
        engine = started;
        return started;
    }

    void close() {
        Engine now = engine;
        if (now != null) {
            now.close();
        }
    }
}
