package io.fila.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;

/** How a node comes to take part in a cluster: who it is, and its engine, from the moment that it is known which cluster. Any thread. */
final class Membership {
    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(300);

    /** How long a node that is a member tries to get copies by itself. */
    private static final Duration COPIES_WITHIN = Duration.ofSeconds(30);

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
         * Goes on in groups that have a log.
         *
         * @param begun shards in whose groups it begins, if they have none yet
         * @param members of those groups
         */
        Engine start(NodeIdentity identity, Set<Integer> begun, List<RaftPeer> members) throws IOException;
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
        if (identity == null) {
            return;
        }
        Holdings holdings = new Holdings(directory);
        if (holdings.hasBegun()) {
            requireLogs(identity, holdings.begun(identity.shards()));
            engine = starter.start(identity, Set.of(), List.of());
        } else if (isFirst) {
            GroupDirectories.deleteUnbegun(logs);
            Set<Integer> all =
                    IntStream.range(0, identity.shards()).boxed().collect(Collectors.toCollection(TreeSet::new));
            // Others have those: founded again, they would be there twice.
            all.removeAll(holdings.givenUp());
            engine = starter.start(identity, all, List.of(self(identity)));
        } else {
            engine = starter.start(identity, Set.of(0), List.of());
        }
    }

    /**
     * A node that has lost a log may have confirmed what it has no more, and voted: under the name it had it would be taken at its
     * word. The first one would even found a cluster of its own.
     */
    private void requireLogs(NodeIdentity identity, Set<Integer> begun) throws IOException {
        for (int shard : begun) {
            if (!GroupDirectories.hasBegun(logs, identity.groupId(shard))) {
                throw new ClusterException("Expected the log of shard " + shard + " in " + logs
                        + " but there is none, although this node has taken part in its cluster. Move " + directory
                        + " away, and start the node with the address of another one in cluster.peers: it joins anew.");
            }
        }
    }

    /** Notes that there are logs, once there are: from then on they must not be missing. */
    void noteThatItBegan(Hosting hosting) throws IOException {
        for (Engine now = engine; !closing.hasBegun(); now = engine) {
            if (now != null && hosting.noteBegun(now.identity())) {
                return;
            }
            closing.pause(TRY_AGAIN_AFTER);
        }
    }

    private RaftPeer self(NodeIdentity identity) {
        return RaftPeer.newBuilder()
                .setId(identity.peerId())
                .setAddress(settings.bind().toString())
                .build();
    }

    /**
     * Asks other nodes to be taken in, until this one is a member and has the copies that it takes by itself. If those can't be had, the
     * node that leads the first shard sees to it.
     */
    void joinUntilMember(NodeCalls calls, Hosting hosting) {
        Joining joining = new Joining(settings, calls, new Joining.Candidate() {
            @Override
            public Engine engine(GroupNumber group) throws IOException {
                return engineOf(group);
            }

            @Override
            public void take(int shard) throws IOException {
                hosting.take(shard);
            }

            @Override
            public RaftPeer self(NodeIdentity identity) {
                return Membership.this.self(identity);
            }
        });
        boolean hasCopies = isMember();
        long memberSince = System.nanoTime();
        while (!closing.hasBegun()
                && !(isMember() && (hasCopies || System.nanoTime() - memberSince > COPIES_WITHIN.toNanos()))) {
            memberSince = isMember() ? memberSince : System.nanoTime();
            hasCopies = joining.tryAll();
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
        NodeIdentity fresh = NodeIdentity.fresh(group.cluster(), settings.nodeId(), group.shards());
        fresh.write(directory);
        Engine started = startOrFail(fresh);
        engine = started;
        if (closing.hasBegun()) {
            started.close();
            throw new IOException("this node is closing");
        }
        return started;
    }

    /** What is wrong on this node does not go away by asking others again. */
    private Engine startOrFail(NodeIdentity fresh) {
        try {
            return starter.start(fresh, Set.of(0), List.of());
        } catch (IOException | RuntimeException failure) {
            throw new Joining.OwnFault(StartFault.of(failure, settings, directory));
        }
    }

    void close() {
        Engine now = engine;
        if (now != null) {
            now.close();
        }
    }
}
