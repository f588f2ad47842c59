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

    /** Goes on in the cluster that the directory belongs to, or founds one; a node that has to join first does nothing yet. */
    void begin() throws IOException {
        NodeIdentity known = NodeIdentity.read(directory, settings.nodeId());
        boolean isFirst = settings.peers().isEmpty();
        if (known == null && isFirst) {
            known = NodeIdentity.fresh(UUID.randomUUID(), settings.nodeId(), settings.shards());
            known.write(directory);
        }
        if (known != null) {
            requireShards(known.shards());
            if (isFirst) {
                GroupDirectories.deleteUnbegun(logs);
            }
            engine = starter.start(known, isFirst ? List.of(self(known)) : List.of());
        }
    }

    private void requireShards(int founded) {
        if (founded != settings.shards()) {
            throw new ClusterException("Expected cluster.shards = " + founded
                    + ", with which the cluster was founded, but it is " + settings.shards() + "; set it to that.");
        }
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
        requireShards(group.shards());
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
