package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import io.fila.core.reply.Refusal;
import io.fila.storage.Backup;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftPeer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One node of a cluster: it has a copy of the first {@link Shard}, and of some of the others. Any thread. */
public final class ClusterNode implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterNode.class);

    /** How long a stop waits for what is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How often it is noted which logs there are. */
    private static final Duration NOTED_EVERY = Duration.ofSeconds(5);

    private final ClusterSettings settings;
    private final RaftProperties properties;
    private final Shared shared;
    private final Hosting hosting;
    private final Membership membership;
    private final Closing closing = new Closing();
    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("fila-cluster-", 0).daemon().factory());

    private volatile List<Shard> shards = List.of();

    /** Null until the engine is about to begin. */
    private volatile @Nullable Placer placer;

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
        this.hosting =
                new Hosting(shared, logs, storage, limits.retainedBytes(), membership::engine, reports, this::removed);
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
        hosting.openFirst(known == null ? settings.shards() : known.shards());
        membership.begin(known);
        background.execute(this::join);
        background.execute(shared.disk()::watchUntilClosed);
    }

    private void join() {
        try {
            membership.joinUntilMember(shared.calls(), hosting);
            keepNoting();
        } catch (ClusterException | StorageException unable) {
            shared.onFailure().accept(unable);
        } catch (Joining.OwnFault unable) {
            if (!closing.hasBegun()) {
                shared.onFailure().accept(unable.sentence);
            }
        }
    }

    /** Copies may come later. */
    private void keepNoting() {
        while (!closing.hasBegun()) {
            try {
                membership.noteThatItBegan(hosting);
            } catch (IOException | DirectoryIteratorException unreadable) {
                // The engine renames files, and copies are given up.
                log.debug("The directory of the cluster's logs is looked at again.", unreadable);
            }
            closing.pause(NOTED_EVERY);
        }
    }

    private Engine startEngine(NodeIdentity identity, Set<Integer> begun, List<RaftPeer> members) throws IOException {
        if (identity.shards() != settings.shards()) {
            log.info(
                    "The cluster was founded with {} shards and keeps them; cluster.shards = {} is not used.",
                    identity.shards(),
                    settings.shards());
        }
        shared.listening().shards(identity.shards());
        List<Shard> all = new ArrayList<>();
        for (int number = 0; number < identity.shards(); number++) {
            int shard = number;
            all.add(new Shard(shard, shared, () -> group(shard), this::ended));
        }
        hosting.open(List.copyOf(all), identity, begun);
        shards = List.copyOf(all);
        Engine engine = Engine.start(
                identity,
                begun,
                members,
                properties,
                EngineParameters.ofServer(settings.tls(), shared.votes(), identity.peerId()),
                shard -> all.get(shard).replica(hosting));
        try {
            watchOver(all);
        } catch (RejectedExecutionException closed) {
            engine.close();
            throw new IOException("this node is closing", closed);
        }
        return engine;
    }

    private void watchOver(List<Shard> all) {
        for (Shard shard : all) {
            Upkeep upkeep = shard.upkeep();
            background.execute(() -> upkeep.runUntilClosed(settings.electionTimeout()));
        }
        Placer placing = new Placer(all, hosting, shared);
        placer = placing;
        background.execute(placing::runUntilClosed);
        background.execute(() -> new Locator(all, shared).runUntilClosed(settings.electionTimeout()));
        background.execute(() ->
                new Balancer(settings.nodeId(), all, closing, shared.listening()::settled).runUntilClosed(settings));
    }

    private @Nullable GroupPeer group(int shard) {
        Engine engine = membership.engine();
        return engine == null ? null : engine.group(shard);
    }

    private void ended(Shard shard) {
        try {
            background.execute(() -> hosting.ended(shard.number()));
        } catch (RejectedExecutionException closed) {
            log.debug("The node is closing.");
        }
    }

    private void removed() {
        if (closing.hasBegun()) {
            return;
        }
        try {
            NodeIdentity.markRemoved(shared.directory());
        } catch (IOException unable) {
            log.warn("This node was removed from the cluster but could not record that: {}", unable.getMessage());
        }
        shared.onFailure()
                .accept(new ClusterException(
                        "This node was removed from the cluster and stops; move its data directory away"
                                + " to let it join anew."));
    }

    Hosting hosting() {
        return hosting;
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
        Placer placing = placer;
        if (placing == null) {
            throw new OperationRefused(Refusal.unavailable("This node is starting; try again in a moment."));
        }
        new Removal(shards, placing, shared, nodeId).run();
    }

    /**
     * Makes a backup of all shards in a directory that is not there yet, of this node's own copies and, of what it has none, the
     * leader's. Each has everything that was confirmed before.
     *
     * @throws StorageException if it can't be made; the sentence is for the operator
     */
    public Backup.Size backup(Path target) {
        if (shards.size() == 1) {
            catchUp(shards.getFirst());
            return shards.getFirst().store().backup(target);
        }
        return Backup.ofShards(
                target,
                shards.stream()
                        .<Backup.Copying>map(shard -> copy -> copyTo(copy, shard))
                        .toList());
    }

    private void copyTo(Path target, Shard shard) throws IOException {
        if (shard.isHere()) {
            catchUp(shard);
            LogPosition _ = shard.store().copyTo(target);
            return;
        }
        GroupPeer self = shard.peer();
        RaftPeer leader = shard.leader();
        if (self == null || leader == null) {
            throw incomplete(shard);
        }
        Files.createDirectories(target);
        try (NodeCalls.Conversation conversation = shared.calls().with(leader, self.groupId(), CopyFetch.PATIENCE)) {
            var _ = conversation.ask(new Question.CatchUp());
            LogPosition _ =
                    new CopyFetch(conversation).run(target, target.toFile().getUsableSpace());
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to copy shard " + shard.number() + " from node " + NodeIdentity.nodeOf(leader.getId())
                            + " to " + target + " but could not: " + failure.getMessage() + "; try again in a moment.",
                    failure);
        }
    }

    private static void catchUp(Shard shard) {
        if (!shard.catchUp()) {
            throw incomplete(shard);
        }
    }

    private static StorageException incomplete(Shard shard) {
        return new StorageException("Expected the copy of shard " + shard.number()
                + " to be complete but the shard has no leader to confirm that; try again in a moment.");
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
        hosting.close();
    }
}
