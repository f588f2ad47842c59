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
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
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

    /** The engine refuses entries of more than 4 MB; a turn that is larger goes in several. */
    private static final int PART_BYTES = 2 << 20;

    private static final Duration TRY_AGAIN_AFTER = Duration.ofMillis(300);
    private static final Duration TIDY_EVERY = Duration.ofSeconds(5);

    /** How long a stop waits for what is under way. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ClusterSettings settings;
    private final Path directory;
    private final NodeAddress clientAddress;
    private final ReplicaStore store;
    private final Retention retention;
    private final TermClock clock = new TermClock(InstantSource.system(), System::nanoTime);
    private final Consumer<Throwable> onFailure;
    private final RaftProperties properties;
    private final NodeCalls calls;
    private final Copies copies;
    private final ClientAddresses clientAddresses;
    private final Listening listening;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService background = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("fila-cluster-", 0).daemon().factory());

    /** Null until it is known which cluster this is. */
    private volatile @Nullable Engine engine;

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
            NodeAddress clientAddress,
            ReplicaStore store,
            Listening listening,
            Consumer<Throwable> onFailure)
            throws IOException {
        this.settings = settings;
        this.directory = directory;
        this.clientAddress = clientAddress;
        this.store = store;
        this.listening = listening;
        this.onFailure = onFailure;
        this.retention = new Retention(limits.retainedBytes());
        this.properties = EngineProperties.of(settings, limits, directory.resolve("raft"));
        this.calls = new NodeCalls(properties);
        this.copies = new Copies(store, retention, directory);
        this.clientAddresses = new ClientAddresses(calls, clientAddress, listening::leaderChanged);
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
            ClusterNode node = new ClusterNode(settings, limits, directory, clientAddress, store, listening, onFailure);
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
        NodeIdentity known = NodeIdentity.read(directory, settings.nodeId());
        boolean isFirst = settings.peers().isEmpty();
        if (known == null && isFirst) {
            known = NodeIdentity.fresh(UUID.randomUUID(), settings.nodeId());
            known.write(directory);
        }
        if (known != null) {
            // The log tells who is a member; these are those of a log that is empty.
            begin(
                    known,
                    isFirst ? RaftGroup.valueOf(known.groupId(), self(known)) : RaftGroup.valueOf(known.groupId()));
        }
        background.execute(this::joinUntilMember);
        background.execute(this::tidyUntilClosed);
    }

    private RaftPeer self(NodeIdentity identity) {
        return RaftPeer.newBuilder()
                .setId(identity.peerId())
                .setAddress(settings.bind().toString())
                .build();
    }

    private Engine begin(NodeIdentity identity, RaftGroup group) throws IOException {
        ReplicaStateMachine replica = new ReplicaStateMachine(
                store, copies, retention, clock, calls, clientAddress, new Relay(), background, onFailure);
        Engine started = Engine.start(identity, group, properties, replica);
        engine = started;
        return started;
    }

    /** Passes on what the state machine hears. */
    private final class Relay implements ReplicaStateMachine.Events {
        @Override
        public void begins(long term) {
            leadingTerm = term;
            listening.begins(term);
        }

        @Override
        public void ends() {
            listening.ends();
        }

        @Override
        public void leaderChanged(RaftPeerId leader) {
            listening.leaderChanged();
            try {
                background.execute(() -> learnAddress(leader));
            } catch (RejectedExecutionException closed) {
                log.debug("The node is closing.");
            }
        }
    }

    // ---- membership ----

    private void joinUntilMember() {
        Joining joining = new Joining(settings, calls, new Joining.Candidate() {
            @Override
            public Engine engine(RaftGroup group) throws IOException {
                return engineOf(group);
            }

            @Override
            public RaftPeer self(NodeIdentity identity) {
                return ClusterNode.this.self(identity);
            }
        });
        while (!isClosing() && !isMember()) {
            joining.tryAll();
            pause(TRY_AGAIN_AFTER);
        }
    }

    private boolean isMember() {
        Engine now = engine;
        return now != null && now.isMember();
    }

    private Engine engineOf(RaftGroup group) throws IOException {
        Engine now = engine;
        if (now != null) {
            return now;
        }
        if (isClosing()) {
            throw new IOException("this node is closing");
        }
        NodeIdentity fresh = NodeIdentity.fresh(group.getGroupId().getUuid(), settings.nodeId());
        fresh.write(directory);
        return begin(fresh, RaftGroup.valueOf(fresh.groupId()));
    }

    // ---- what has to be done now and then ----

    private void tidyUntilClosed() {
        while (!isClosing()) {
            pause(TIDY_EVERY);
            try {
                if (!isClosing()) {
                    tidy();
                }
            } catch (IOException | RuntimeException failure) {
                log.warn("What is not needed any more could not be given back: {}", failure.getMessage());
            }
        }
    }

    private void tidy() throws IOException {
        copies.dropForgotten();
        store.beginPersisting();
        Engine now = engine;
        if (now != null) {
            clientAddresses.ask(now);
        }
        tellTime();
    }

    /** A follower that has just come back in a quiet hour has nothing else to know the time by. */
    private void tellTime() {
        long term = leadingTerm;
        if (leads(term)) {
            Fate _ = propose(term, clock.nowNanos(), ByteBuffer.allocate(0));
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private void pause(Duration time) {
        try {
            boolean _ = closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the log ----

    @Override
    public Fate propose(long term, long timeNanos, ByteBuffer turn) {
        Engine now = engine;
        int parts = Math.max(1, Math.ceilDiv(turn.remaining(), PART_BYTES));
        Fate fate = now == null ? Fate.LOST : Fate.COMMITTED;
        for (int part = 0; now != null && part < parts && fate == Fate.COMMITTED; part++) {
            int begin = part * PART_BYTES;
            ByteBuffer bytes = turn.slice(turn.position() + begin, Math.min(PART_BYTES, turn.remaining() - begin));
            fate = now.propose(new Entry(term, timeNanos, part, parts, bytes));
        }
        return fate;
    }

    @Override
    public Fate confirm(long term) {
        Engine now = engine;
        Fate fate = now == null ? Fate.LOST : now.confirm();
        // A follower can confirm too what its leader has; only a leader has seen all there is.
        return fate == Fate.COMMITTED && !leads(term) ? Fate.UNKNOWN : fate;
    }

    /** Whether this node leads a term still. */
    public boolean leads(long term) {
        Engine now = engine;
        return now != null && term > 0 && now.leads(term);
    }

    @Override
    public void stepDown(long term) {
        Engine now = engine;
        if (now != null && leads(term)) {
            now.stepDown();
        }
    }

    // ---- what a broker that leads stands on ----

    /** The journal of a broker that leads a term. */
    public Journal journal(long term, Clock termClock) {
        return store.journal(this, term, termClock::nowNanos);
    }

    /** The clock of a term that begins now. */
    public Clock beginClock() {
        return clock.begin();
    }

    public ReplicaStore store() {
        return store;
    }

    // ---- who leads, and who follows ----

    @Override
    public int members() {
        Engine now = engine;
        return now == null ? 0 : now.members().size();
    }

    /** The node that leads, as far as this one knows; 0 if it knows none. */
    public int leaderNodeId() {
        Engine now = engine;
        RaftPeerId leader = now == null ? null : now.leader();
        return leader == null ? 0 : NodeIdentity.nodeOf(leader);
    }

    /** Where clients reach the node that leads; null if it is not known. */
    public @Nullable NodeAddress leaderAddress() {
        Engine now = engine;
        RaftPeerId leader = now == null ? null : now.leader();
        if (now == null || leader == null) {
            return null;
        }
        return leader.equals(now.identity().peerId()) ? clientAddress : clientAddresses.of(leader);
    }

    /** Asks a new leader where its clients reach it, until it is known or another leads. */
    private void learnAddress(RaftPeerId leader) {
        while (engine == null && !isClosing()) {
            pause(TRY_AGAIN_AFTER);
        }
        Engine now = engine;
        clientAddresses.forget(leader);
        while (!isClosing() && now != null && leader.equals(now.leader()) && leaderAddress() == null) {
            clientAddresses.ask(now);
            if (leaderAddress() == null) {
                pause(TRY_AGAIN_AFTER);
            }
        }
    }

    /** All nodes in order of their numbers; empty while it is not known which there are. */
    public List<NodeStatus> nodes() {
        Engine now = engine;
        return now == null
                ? List.of()
                : now.nodes(clientAddresses.all(), settings.electionTimeout().multipliedBy(2)).stream()
                        .sorted(Comparator.comparingInt(NodeStatus::nodeId))
                        .toList();
    }

    /** Ends this node's part. What it has stays. */
    @Override
    public void close() {
        closing.countDown();
        Engine now = engine;
        if (now != null) {
            now.close();
        }
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
