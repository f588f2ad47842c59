package io.fila.cluster;

import io.fila.core.journal.Journal;
import io.fila.core.replication.Fate;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.reply.Refusal;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.term.TermClock;
import io.fila.storage.ReplicaStore;
import io.fila.storage.StorageSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.statemachine.StateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's part in one of the logs of a cluster, and its copy of what that log says; if it has none, what others say of it. Each shard
 * has a leader of its own; a broker stands on it only while this node is that leader. Any thread.
 */
public final class Shard implements ReplicatedLog {
    private static final Logger log = LoggerFactory.getLogger(Shard.class);

    /** The directory of the first shard is the node's own; the others are in here. */
    private static final String DIRECTORY = "shards";

    /** How long the lead stays where an operator has put it. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private final int number;
    private final Shared shared;
    private final Supplier<@Nullable GroupPeer> peer;
    private final Consumer<Shard> onEnded;
    private final Operations operations;
    private final Reports reports;
    private final Asking asking;
    private final AtomicLong leaderChanges = new AtomicLong();
    private volatile long leadingTerm;

    /** The time of the broker that leads; null until there is one. */
    private volatile @Nullable Clock leadingClock;

    private volatile long keptUntilNanos;
    private volatile boolean isKept;

    /** Null if this node has none. */
    private volatile @Nullable ShardCopy copy;

    /** What others say, if this node has no copy; null if it has. */
    private volatile @Nullable Whereabouts elsewhere;

    /** Where a shard is of which this node has no copy. */
    record Whereabouts(@Nullable RaftPeer leader, long term, List<RaftPeer> members) {}

    /**
     * Without a copy yet.
     *
     * @param peer null until the engine has begun
     * @param onEnded told that the engine has ended this node's part
     */
    Shard(int number, Shared shared, Supplier<@Nullable GroupPeer> peer, Consumer<Shard> onEnded) {
        this.number = number;
        this.shared = shared;
        this.peer = peer;
        this.onEnded = onEnded;
        this.operations = new Operations(number, peer, this::nodes, shared.calls());
        this.reports = new Reports(shared.calls());
        this.asking = new Asking(shared.calls());
    }

    /** Where a node has its copy of a shard. */
    static Path directory(Path node, int number) {
        return number == 0 ? node : node.resolve(DIRECTORY).resolve(Integer.toString(number));
    }

    /** What one of several shards may use of what a node may. */
    static StorageSettings share(StorageSettings whole, int shards) {
        return new StorageSettings(
                whole.durability(),
                whole.minFreeBytes(),
                whole.cacheBytes() / shards,
                whole.writeBufferBytes() / shards);
    }

    // ---- the copy ----

    /** This node's copy; null if it has none. */
    @Nullable ShardCopy copy() {
        return copy;
    }

    void open(ShardCopy opened) {
        copy = opened;
    }

    /** There is none any more; whoever held it before closes it. */
    void forgetCopy() {
        RaftPeer leader = leader();
        elsewhere = new Whereabouts(leader, term(), leader == null ? List.of() : List.of(leader));
        copy = null;
    }

    private ShardCopy requireCopy() {
        ShardCopy known = copy;
        if (known == null) {
            throw new IllegalStateException("Expected a copy of shard " + number + " but this node has none.");
        }
        return known;
    }

    /** What stands behind the engine. */
    StateMachine replica(Hosting hosting) {
        ShardCopy own = requireCopy();
        return new ReplicaStateMachine(
                own.store(),
                new Answers(this, own.copies(), shared, hosting),
                own.retention(),
                own.order(),
                own.clock(),
                shared.calls(),
                shared.disk(),
                new Relay(),
                shared.background(),
                shared.onFailure());
    }

    /** What this node can tell of the shard's time. */
    TermClock.Told time() {
        return requireCopy().clock().tell();
    }

    /** The node that is to lead this shard keeps the lead for a while. */
    void keep() {
        keptUntilNanos = System.nanoTime() + KEPT.toNanos();
        isKept = true;
    }

    /** Whether an operator lets this node lead, so that nobody moves the lead only to spread leads. */
    boolean isKept() {
        isKept = isKept && System.nanoTime() - keptUntilNanos < 0;
        return isKept;
    }

    /** What the broker that stands on this shard answers another. */
    ByteString answer(ByteString question) {
        return ByteString.copyFrom(shared.listening().asked(this, question.toByteArray()));
    }

    /**
     * Asks the broker that leads this shard, wherever it is, and waits for its answer.
     *
     * @throws IOException if there is none, or it does not answer
     */
    public byte[] ask(byte[] question) throws IOException {
        GroupPeer self = peer.get();
        RaftPeer leader = leader();
        if (self == null || leader == null) {
            throw new IOException("shard " + number + " has no leader at the moment");
        }
        if (leader.getId().equals(self.self())) {
            return shared.listening().asked(this, question);
        }
        return asking.ask(self.groupId(), leader, question);
    }

    Upkeep upkeep() {
        return new Upkeep(
                peer,
                shared.clientAddresses(),
                this::copy,
                reports,
                shared.disk(),
                operations,
                this::tellTime,
                shared.closing());
    }

    Operations operations() {
        return operations;
    }

    Reports reports() {
        return reports;
    }

    /** Passes on what the state machine hears. */
    private final class Relay implements ReplicaStateMachine.Events {
        @Override
        public void begins(long term) {
            // Nothing is confirmed in a term before this node's vote for itself in it is safe.
            shared.votes().sync();
            leadingClock = null;
            leadingTerm = term;
            elsewhere = null;
            shared.listening().begins(Shard.this, term);
        }

        @Override
        public void ends() {
            shared.listening().ends(Shard.this);
        }

        @Override
        public void ended() {
            onEnded.accept(Shard.this);
        }

        @Override
        public void leaderChanged(RaftPeerId leader) {
            leaderChanges.incrementAndGet();
            if (isHere()) {
                elsewhere = null;
            }
            shared.listening().leaderChanged();
            try {
                shared.background().execute(() -> shared.clientAddresses().learn(leader, peer, shared.closing()));
            } catch (RejectedExecutionException closed) {
                log.debug("The node is closing.");
            }
        }
    }

    private void tellTime() {
        long term = leadingTerm;
        GroupPeer self = peer.get();
        Clock time = leadingClock;
        // Not the time that entries tell: each would say a little less than the one before, by the way that it takes
        // here.
        if (self != null && time != null && leads(term)) {
            self.tellTime(term, time.nowNanos());
        }
    }

    /** Counts from 0. */
    public int number() {
        return number;
    }

    /**
     * Prepares to hand the lead of this shard over, as an operator says. The node that is to lead keeps it for a while.
     *
     * @param nodeId the node that is to lead; 0 for any that can
     */
    public HandOver transfer(int nodeId) throws OperationRefused {
        HandOver prepared = operations.transfer(nodeId);
        operations.letKeep(prepared.nodeId());
        return prepared;
    }

    // ---- the log ----

    @Override
    public void propose(long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
        GroupPeer self = peer.get();
        if (self == null) {
            outcome.accept(Fate.LOST);
        } else {
            self.propose(requireCopy().order(), term, timeNanos, turn, outcome);
        }
    }

    @Override
    public void confirm(long term, Consumer<Fate> outcome) {
        GroupPeer self = peer.get();
        if (self == null) {
            outcome.accept(Fate.LOST);
            return;
        }
        // A follower can confirm too what its leader has; only a leader has seen all there is.
        var _ = self.confirm()
                .thenAccept(fate -> outcome.accept(fate == Fate.COMMITTED && !leads(term) ? Fate.UNKNOWN : fate));
    }

    /** Waits until this node's copy has everything that was confirmed before; false if nobody can tell what that is. */
    boolean catchUp() {
        GroupPeer self = peer.get();
        return self != null && self.confirm().join() == Fate.COMMITTED;
    }

    /**
     * Whether a peer is a member of this shard, as the node that leads it knows.
     *
     * @throws IOException if this node is not the one that does
     */
    boolean confirmsMember(RaftPeerId wanted) throws IOException {
        GroupPeer self = peer.get();
        if (self == null || !self.leads() || !catchUp() || !self.leads()) {
            throw new IOException("this node does not lead shard " + number);
        }
        return self.member(wanted) != null;
    }

    /** Whether this node leads a term still. */
    public boolean leads(long term) {
        GroupPeer self = peer.get();
        return self != null && term > 0 && self.leads(term);
    }

    @Override
    public void stepDown(long term) {
        GroupPeer self = peer.get();
        if (self != null && leads(term)) {
            self.stepDown();
        }
    }

    // ---- what the leader's broker needs ----

    /** The journal of a broker that leads a term. */
    public Journal journal(long term, Clock termClock) {
        return requireCopy().store().journal(this, term, termClock::nowNanos);
    }

    /** The clock of a term that begins now. A node that has heard of no entry since it started asks the others, and waits for them. */
    public Clock beginClock() {
        GroupPeer self = peer.get();
        TermClock clock = requireCopy().clock();
        Clock begun = clock.begin(
                self == null || clock.tell().isKnown()
                        ? List.of()
                        : TimeTold.byOthers(
                                self,
                                shared.calls(),
                                shared.background(),
                                shared.settings().electionTimeout()));
        leadingClock = begun;
        return begun;
    }

    /**
     * The room on disk that this node and a majority of all have, so that what is accepted can be kept. Who has not told counts as
     * having room: no news is no reason to refuse.
     */
    public long freeBytes() {
        GroupPeer self = peer.get();
        long own = shared.disk().freeBytes();
        if (self == null) {
            return own;
        }
        Map<RaftPeerId, Progress> latest = reports.latest();
        long[] ascending = self.members().stream()
                .mapToLong(member -> {
                    Progress told = latest.get(member.getId());
                    return told == null ? Long.MAX_VALUE : told.freeBytes();
                })
                .sorted()
                .toArray();
        int spared = (ascending.length - 1) / 2;
        return ascending.length == 0 ? own : Math.min(own, ascending[spared]);
    }

    /** Of a shard of which this node has a copy. */
    public ReplicaStore store() {
        return requireCopy().store();
    }

    // ---- who leads, and who follows ----

    @Override
    public int members() {
        GroupPeer self = peer.get();
        return self == null ? 0 : self.members().size();
    }

    /** Whether this node is one of those that have a copy, as far as it knows. */
    boolean isHere() {
        GroupPeer self = peer.get();
        return self != null && copy != null && (number == 0 || self.isMember());
    }

    /** Takes note of where this shard is, because it is not here; null if it is. */
    void locate(@Nullable Whereabouts found) {
        Whereabouts before = elsewhere;
        if (Objects.equals(before, found)) {
            return;
        }
        elsewhere = found;
        RaftPeer leaderBefore = before == null ? null : before.leader();
        if (found != null && found.leader() != null && !found.leader().equals(leaderBefore)) {
            leaderChanges.incrementAndGet();
        }
        shared.listening().leaderChanged();
    }

    /** What others have told, if this node has no copy; null if it has. */
    @Nullable Whereabouts elsewhere() {
        return elsewhere;
    }

    private @Nullable RaftPeerId leaderId() {
        Whereabouts told = elsewhere;
        if (told != null) {
            return told.leader() == null ? null : told.leader().getId();
        }
        GroupPeer self = peer.get();
        return self == null ? null : self.leader();
    }

    /** The peer that leads, as far as this node knows. */
    @Nullable RaftPeer leader() {
        Whereabouts told = elsewhere;
        if (told != null) {
            return told.leader();
        }
        GroupPeer self = peer.get();
        RaftPeerId leader = self == null ? null : self.leader();
        return self == null || leader == null ? null : self.member(leader);
    }

    /** The node that leads, as far as this one knows; 0 if it knows none. */
    public int leaderNodeId() {
        RaftPeerId leader = leaderId();
        return leader == null ? 0 : NodeIdentity.nodeOf(leader);
    }

    /** Where clients reach the node that leads; null if it is not known. */
    public @Nullable NodeAddress leaderAddress() {
        GroupPeer self = peer.get();
        RaftPeerId leader = leaderId();
        if (self == null || leader == null) {
            return null;
        }
        return leader.equals(self.self())
                ? shared.clientAddress()
                : shared.clientAddresses().of(leader);
    }

    /** The term that this node is in; there is at most one leader in each. */
    public long term() {
        Whereabouts told = elsewhere;
        GroupPeer self = peer.get();
        return told != null ? told.term() : self == null ? 0 : self.term();
    }

    /** How often this node has heard of a leader since it started. */
    public long leaderChanges() {
        return leaderChanges.get();
    }

    /** The nodes that have a copy, in order of their numbers; empty while it is not known which they are. */
    public List<NodeStatus> nodes() {
        Whereabouts told = elsewhere;
        if (told != null) {
            return told.members().stream()
                    .map(member -> status(member, told.leader()))
                    .sorted(Comparator.comparingInt(NodeStatus::nodeId))
                    .toList();
        }
        GroupPeer self = peer.get();
        return self == null
                ? List.of()
                : self
                        .nodes(
                                shared.clientAddresses().all(),
                                shared.settings().electionTimeout().multipliedBy(2))
                        .stream()
                        .sorted(Comparator.comparingInt(NodeStatus::nodeId))
                        .toList();
    }

    private NodeStatus status(RaftPeer member, @Nullable RaftPeer leader) {
        return new NodeStatus(
                NodeIdentity.nodeOf(member.getId()),
                NodeAddress.parse(member.getAddress()),
                shared.clientAddresses().of(member.getId()),
                member.equals(leader),
                false,
                0);
    }

    /**
     * Makes a node a member of this shard no more, whichever node leads it.
     *
     * @param really otherwise it is only told whether that could be done
     * @return why it was not done; null if it was
     */
    @Nullable Refusal leave(int nodeId, boolean really) {
        if (isLedHere()) {
            return operations.leave(nodeId, really);
        }
        GroupPeer self = peer.get();
        RaftPeer leader = leader();
        if (self == null || leader == null) {
            return Refusal.unavailable(
                    "Expected a node that leads shard " + number + " but there is none at the moment; try again.");
        }
        try (NodeCalls.Conversation conversation = shared.calls().with(leader, self.groupId())) {
            return RefusalCode.decode(conversation.ask(new Question.Leave(nodeId, really)));
        } catch (IOException | RuntimeException away) {
            log.debug("{} does not answer.", leader, away);
            return Refusal.unavailable("Expected the node that leads shard " + number + " to answer but it does not: "
                    + away.getMessage() + "; try again.");
        }
    }

    void close() {
        asking.close();
    }

    boolean isLedHere() {
        GroupPeer self = peer.get();
        return self != null && self.leads();
    }

    @Nullable GroupPeer peer() {
        return peer.get();
    }
}
