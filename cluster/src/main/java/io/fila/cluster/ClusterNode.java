package io.fila.cluster;

import io.fila.storage.Backup;
import io.fila.storage.ReplicaStore;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of a cluster: it has a part in every {@link Shard}. Any thread. */
public final class ClusterNode implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterNode.class);

    /** How long a stop waits for what is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ClusterSettings settings;
    private final LogLimits limits;
    private final StorageSettings storage;
    private final Consumer<String> reports;
    private final RaftProperties properties;
    private final Shared shared;
    private final Membership membership;
    private final Closing closing = new Closing();
    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("fila-cluster-", 0).daemon().factory());

    /** The first shard's is open before it is known how many there are. */
    private final List<ReplicaStore> stores = new ArrayList<>();

    private final Set<Integer> removedFrom = new HashSet<>();
    private volatile List<Shard> shards = List.of();

    /** Hears of leaders: must not block. */
    public interface Listening {
        /** So many shards there are. Told once, before any of them begins: a node that has to join learns it from the others. */
        void shards(int count);

        /**
         * Leads are where they are to stay, as far as this node can tell. Told once: until then some are about to move, because this
         * node has come. Of one shard nothing is told.
         */
        void settled();

        /** This node leads a term of a shard, and its copy has everything that was committed before. */
        void begins(Shard shard, long term);

        /** This node does not lead a shard any more. May be said more than once, and without a beginning. */
        void ends(Shard shard);

        /** Answers what the broker of another node asks the one that leads a shard; may wait. */
        byte[] asked(Shard shard, byte[] question);

        /** Another node leads a shard now, or none is known to, or it is known where. */
        void leaderChanged();
    }

    private ClusterNode(
            ClusterSettings settings,
            LogLimits limits,
            Path directory,
            StorageSettings storage,
            NodeAddress clientAddress,
            Listening listening,
            Consumer<Throwable> onFailure,
            Consumer<String> reports) {
        this.settings = settings;
        this.limits = limits;
        this.storage = storage;
        this.reports = reports;
        Path logs = directory.resolve("raft");
        VotesOnDisk votes = new VotesOnDisk(logs);
        this.properties = EngineProperties.of(settings, limits, logs);
        NodeCalls calls = new NodeCalls(properties, EngineParameters.ofCalls(settings.tls()));
        this.shared = new Shared(
                settings,
                directory,
                clientAddress,
                calls,
                new ClientAddresses(calls, clientAddress, listening::leaderChanged),
                new DiskGuard(directory, storage, closing, onFailure),
                votes,
                background,
                closing,
                listening,
                onFailure);
        this.membership = new Membership(settings, directory, logs, this::startEngine, closing);
    }

    /**
     * Opens a node's data directory and begins to take part; a node that has to join first does so in the background.
     *
     * @param clientAddress where clients reach this node
     * @param onFailure told if this node can't go on; the process should end then
     * @param reports takes sentences for the operator; called on any thread
     * @throws ClusterException if it can't begin; the sentence is for the operator
     */
    public static ClusterNode start(
            ClusterSettings settings,
            Path directory,
            StorageSettings storage,
            NodeAddress clientAddress,
            Listening listening,
            Consumer<Throwable> onFailure,
            Consumer<String> reports) {
        return start(settings, LogLimits.USUAL, directory, storage, clientAddress, listening, onFailure, reports);
    }

    static ClusterNode start(
            ClusterSettings settings,
            LogLimits limits,
            Path directory,
            StorageSettings storage,
            NodeAddress clientAddress,
            Listening listening,
            Consumer<Throwable> onFailure,
            Consumer<String> reports) {
        ClusterNode node =
                new ClusterNode(settings, limits, directory, storage, clientAddress, listening, onFailure, reports);
        try {
            node.begin();
            return node;
        } catch (IOException | RuntimeException failure) {
            node.close();
            throw StartFault.of(failure, settings, directory);
        }
    }

    private void begin() throws IOException {
        UncaughtExceptions.tell(shared.onFailure());
        NodeIdentity known = NodeIdentity.read(shared.directory(), settings.nodeId());
        // A node that has to join does not know yet how many there are: it goes by what it would found.
        open(0, known == null ? settings.shards() : known.shards());
        membership.begin(known);
        background.execute(this::join);
        background.execute(shared.disk()::watchUntilClosed);
    }

    private void join() {
        try {
            membership.joinUntilMember(shared.calls());
            tellOfCopies(membership.nodes());
            membership.noteThatItBegan();
        } catch (ClusterException | StorageException unable) {
            shared.onFailure().accept(unable);
        } catch (IOException unreadable) {
            log.warn("The directory of the cluster's logs could not be looked at: {}", unreadable.getMessage());
        }
    }

    private void tellOfCopies(int nodes) {
        if (nodes > settings.copies()) {
            log.warn(
                    "Expected {} copies of everything (cluster.replication_factor), but there are {}: every node has one,"
                            + " because fewer copies than nodes are not possible yet.",
                    settings.copies(),
                    nodes);
        }
    }

    private synchronized ReplicaStore open(int shard, int shards) throws IOException {
        while (stores.size() <= shard) {
            Path directory = Shard.directory(shared.directory(), stores.size());
            Files.createDirectories(directory);
            stores.add(ReplicaStore.open(directory, Shard.share(storage, shards), () -> {}, reports));
        }
        return stores.get(shard);
    }

    private Engine startEngine(NodeIdentity identity, List<RaftPeer> members) throws IOException {
        if (identity.shards() != settings.shards()) {
            log.info(
                    "The cluster was founded with {} shards and keeps them; cluster.shards = {} is not used.",
                    identity.shards(),
                    settings.shards());
        }
        shared.listening().shards(identity.shards());
        List<Shard> begun = new ArrayList<>();
        for (int number = 0; number < identity.shards(); number++) {
            int shard = number;
            begun.add(new Shard(
                    shard,
                    open(shard, identity.shards()),
                    limits.retainedBytes() / identity.shards(),
                    shared,
                    () -> group(shard),
                    this::removed));
        }
        shards = List.copyOf(begun);
        Engine engine = Engine.start(
                identity,
                members,
                properties,
                EngineParameters.ofServer(settings.tls(), shared.votes(), identity.peerId()),
                shard -> begun.get(shard).replica(begun.get(shard).answers(this::removed)));
        for (Shard shard : begun) {
            Upkeep upkeep = shard.upkeep();
            background.execute(() -> upkeep.runUntilClosed(settings.electionTimeout()));
        }
        background.execute(() ->
                new Balancer(settings.nodeId(), begun, closing, shared.listening()::settled).runUntilClosed(settings));
        return engine;
    }

    private @Nullable GroupPeer group(int shard) {
        Engine engine = membership.engine();
        return engine == null ? null : engine.group(shard);
    }

    /** Of all shards: a removal is one after the other, and the others may need this node's consent until the last. */
    private void removed(Shard shard) {
        synchronized (removedFrom) {
            removedFrom.add(shard.number());
            if (removedFrom.size() < shards.size()) {
                return;
            }
        }
        removed();
    }

    private void removed() {
        if (closing.hasBegun()) {
            return;
        }
        try {
            NodeIdentity.markRemoved(shared.directory());
        } catch (IOException unable) {
            log.warn("This node was removed from the cluster, and could not note it: {}", unable.getMessage());
        }
        shared.onFailure()
                .accept(new ClusterException(
                        "This node was removed from the cluster, and ends; move its data directory away"
                                + " to let it join anew."));
    }

    /** All shards in order; empty while it is not known which there are, because this node has not joined yet. */
    public List<Shard> shards() {
        return shards;
    }

    /**
     * Makes a node a member no more, of any shard. Waits until the others agree. To be called on the node that leads the first
     * shard.
     */
    public void remove(int nodeId) throws OperationRefused {
        new Removal(shards, shared, nodeId).run();
    }

    /**
     * Makes a backup of all shards, of this node's own copies, in a directory that is not there yet. Each has everything that was
     * confirmed before.
     *
     * @throws StorageException if it can't be made; the sentence is for the operator
     */
    public Backup.Size backup(Path target) {
        List<ReplicaStore> copies = new ArrayList<>();
        for (Shard shard : shards) {
            if (!shard.catchUp()) {
                throw new StorageException("Expected this node's copy of shard " + shard.number()
                        + " to be complete but the shard has no leader that says so; try again in a moment.");
            }
            copies.add(shard.store());
        }
        return copies.size() == 1 ? copies.getFirst().backup(target) : Backup.ofShards(target, copies);
    }

    /** Hands over what this node leads, as far as others can take it: the gap is shorter than if it were just gone. */
    public void handOver() {
        closing.announce();
        CompletableFuture<?>[] all = shards.stream()
                .map(shard ->
                        CompletableFuture.runAsync(() -> shard.operations().handOver(PATIENCE), background))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();
    }

    /** Ends this node's part. What it has stays. */
    @Override
    public void close() {
        closing.begin();
        UncaughtExceptions.forget(shared.onFailure());
        shards.forEach(Shard::close);
        membership.close();
        background.shutdown();
        try {
            if (!background.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Threads of the cluster did not end in time.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            stores.forEach(ReplicaStore::close);
        }
    }
}
