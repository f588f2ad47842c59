package io.fila.cluster;

import io.fila.core.journal.Journal;
import io.fila.core.replication.Fate;
import io.fila.core.replication.Leadership;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.runtime.Clock;
import io.fila.storage.ReplicaStore;
import io.fila.storage.StorageSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of a cluster: its copy of what the cluster knows, and its part in the log. A broker stands on it only while it leads. Any
 * thread.
 */
public final class ClusterNode implements ReplicatedLog, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ClusterNode.class);

    /** How long a stop waits for what is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ClusterSettings settings;
    private final NodeAddress clientAddress;
    private final ReplicaStore store;
    private final Retention retention;
    private final TermClock clock = new TermClock(InstantSource.system(), System::nanoTime);
    private final Consumer<Throwable> onFailure;
    private final RaftProperties properties;
    private final Parameters parameters;
    private final VotesOnDisk votes;
    private final NodeCalls calls;
    private final Copies copies;
    private final ClientAddresses clientAddresses;
    private final Membership membership;
    private final Operations operations;
    private final Reports reports;
    private final DiskGuard disk;
    private final AtomicLong leaderChanges = new AtomicLong();
    private final Path directory;
    private final Listening listening;
    private final Closing closing = new Closing();
    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("fila-cluster-", 0).daemon().factory());
    private volatile long leadingTerm;

    /** Hears of leaders: must not block. */
    public interface Listening extends Leadership {
        /** Another node leads now, or none is known to, or it is known where. */
        void leaderChanged();
    }

    private ClusterNode(
            ClusterSettings settings,
            LogLimits limits,
            Path directory,
            StorageSettings storage,
            NodeAddress clientAddress,
            ReplicaStore store,
            Listening listening,
            Consumer<Throwable> onFailure)
            throws IOException {
        this.settings = settings;
        this.clientAddress = clientAddress;
        this.store = store;
        this.listening = listening;
        this.onFailure = onFailure;
        this.retention = new Retention(limits.retainedBytes());
        Path logs = directory.resolve("raft");
        this.votes = new VotesOnDisk(logs);
        this.properties = EngineProperties.of(settings, limits, logs);
        this.parameters = EngineParameters.of(settings.tls(), votes);
        this.calls = new NodeCalls(properties, parameters);
        this.copies = new Copies(store, retention, directory);
        this.clientAddresses = new ClientAddresses(calls, clientAddress, listening::leaderChanged);
        this.membership = new Membership(settings, directory, this::startEngine, closing);
        this.operations = new Operations(membership::engine, this::nodes, calls, background);
        this.directory = directory;
        this.reports = new Reports(calls);
        this.disk = new DiskGuard(directory, storage, closing, onFailure);
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
        ReplicaStore store = ReplicaStore.open(directory, storage, () -> {}, reports);
        try {
            ClusterNode node =
                    new ClusterNode(settings, limits, directory, storage, clientAddress, store, listening, onFailure);
            node.begin();
            return node;
        } catch (IOException failure) {
            store.close();
            throw new ClusterException(
                    "Expected to listen for other nodes on " + settings.bind() + " but could not: "
                            + failure.getMessage() + "; check cluster.bind_addr.",
                    failure);
        } catch (RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    private void begin() throws IOException {
        membership.begin();
        background.execute(() -> membership.joinUntilMember(calls));
        background.execute(disk::watchUntilClosed);
        Upkeep upkeep = new Upkeep(
                membership, clientAddresses, copies, store, reports, disk, operations, this::tellTime, closing);
        background.execute(() -> upkeep.runUntilClosed(settings.electionTimeout()));
    }

    private Engine startEngine(NodeIdentity identity, RaftGroup group) throws IOException {
        Answers answers = new Answers(clientAddress, copies, disk, this::removed);
        ReplicaStateMachine replica =
                new ReplicaStateMachine(store, answers, retention, clock, calls, new Relay(), background, onFailure);
        return Engine.start(identity, group, properties, parameters, replica);
    }

    /** Passes on what the state machine hears. */
    private final class Relay implements ReplicaStateMachine.Events {
        @Override
        public void begins(long term) {
            // Nothing is confirmed in a term before this node's vote for itself in it is safe.
            votes.sync();
            leadingTerm = term;
            listening.begins(term);
        }

        @Override
        public void ends() {
            listening.ends();
        }

        @Override
        public void removed() {
            ClusterNode.this.removed();
        }

        @Override
        public void leaderChanged(RaftPeerId leader) {
            leaderChanges.incrementAndGet();
            listening.leaderChanged();
            try {
                background.execute(() -> clientAddresses.learn(leader, membership::engine, closing));
            } catch (RejectedExecutionException closed) {
                log.debug("The node is closing.");
            }
        }
    }

    private void tellTime() {
        long term = leadingTerm;
        if (leads(term)) {
            Fate _ = propose(term, clock.nowNanos(), ByteBuffer.allocate(0));
        }
    }

    private void removed() {
        if (closing.hasBegun()) {
            return;
        }
        try {
            NodeIdentity.markRemoved(directory);
        } catch (IOException unable) {
            log.warn("This node was removed from the cluster, and could not note it: {}", unable.getMessage());
        }
        onFailure.accept(
                new ClusterException("This node was removed from the cluster, and ends; move its data directory away"
                        + " to let it join anew."));
    }

    // ---- what operators do ----

    /**
     * Prepares to hand the lead over.
     *
     * @param nodeId the node that is to lead; 0 for any that can
     */
    public HandOver transfer(int nodeId) throws OperationRefused {
        return operations.transfer(nodeId);
    }

    /** Makes a node that follows a member no more. Waits until the others agree. */
    public void remove(int nodeId) throws OperationRefused {
        operations.remove(nodeId);
    }

    /** Hands the lead over, if this node has it and another can take it: the gap is shorter than if it were just gone. */
    public void handOver() {
        operations.handOver(PATIENCE);
    }

    // ---- the log ----

    @Override
    public Fate propose(long term, long timeNanos, ByteBuffer turn) {
        Engine engine = membership.engine();
        return engine == null ? Fate.LOST : engine.propose(term, timeNanos, turn);
    }

    @Override
    public Fate confirm(long term) {
        Engine engine = membership.engine();
        Fate fate = engine == null ? Fate.LOST : engine.confirm();
        // A follower can confirm too what its leader has; only a leader has seen all there is.
        return fate == Fate.COMMITTED && !leads(term) ? Fate.UNKNOWN : fate;
    }

    /** Whether this node leads a term still. */
    public boolean leads(long term) {
        Engine engine = membership.engine();
        return engine != null && term > 0 && engine.leads(term);
    }

    @Override
    public void stepDown(long term) {
        Engine engine = membership.engine();
        if (engine != null && leads(term)) {
            engine.stepDown();
        }
    }

    // ---- what the leader's broker needs ----

    /** The journal of a broker that leads a term. */
    public Journal journal(long term, Clock termClock) {
        return store.journal(this, term, termClock::nowNanos);
    }

    /** The clock of a term that begins now. */
    public Clock beginClock() {
        return clock.begin();
    }

    /**
     * The room on disk that this node and a majority of all have, so that what is accepted can be kept. Who has not told counts as
     * having room: no news is no reason to refuse.
     */
    public long freeBytes() {
        Engine engine = membership.engine();
        long own = disk.freeBytes();
        if (engine == null) {
            return own;
        }
        Map<RaftPeerId, Progress> latest = reports.latest();
        long[] ascending = engine.members().stream()
                .mapToLong(member -> {
                    Progress told = latest.get(member.getId());
                    return told == null ? Long.MAX_VALUE : told.freeBytes();
                })
                .sorted()
                .toArray();
        int spared = (ascending.length - 1) / 2;
        return ascending.length == 0 ? own : Math.min(own, ascending[spared]);
    }

    public ReplicaStore store() {
        return store;
    }

    // ---- who leads, and who follows ----

    @Override
    public int members() {
        Engine engine = membership.engine();
        return engine == null ? 0 : engine.members().size();
    }

    /** The node that leads, as far as this one knows; 0 if it knows none. */
    public int leaderNodeId() {
        Engine engine = membership.engine();
        RaftPeerId leader = engine == null ? null : engine.leader();
        return leader == null ? 0 : NodeIdentity.nodeOf(leader);
    }

    /** Where clients reach the node that leads; null if it is not known. */
    public @Nullable NodeAddress leaderAddress() {
        Engine engine = membership.engine();
        RaftPeerId leader = engine == null ? null : engine.leader();
        if (engine == null || leader == null) {
            return null;
        }
        return leader.equals(engine.identity().peerId()) ? clientAddress : clientAddresses.of(leader);
    }

    /** The term that this node is in; there is at most one leader in each. */
    public long term() {
        Engine engine = membership.engine();
        return engine == null ? 0 : engine.term();
    }

    /** How often this node has heard of a leader since it started. */
    public long leaderChanges() {
        return leaderChanges.get();
    }

    /** All nodes in order of their numbers; empty while it is not known which there are. */
    public List<NodeStatus> nodes() {
        Engine engine = membership.engine();
        return engine == null
                ? List.of()
                : engine.nodes(clientAddresses.all(), settings.electionTimeout().multipliedBy(2)).stream()
                        .sorted(Comparator.comparingInt(NodeStatus::nodeId))
                        .toList();
    }

    /** Ends this node's part. What it has stays. */
    @Override
    public void close() {
        closing.begin();
        membership.close();
        background.shutdown();
        try {
            if (!background.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Threads of the cluster did not end in time.");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        store.close();
    }
}
