package io.fila.cluster;

import io.fila.core.replication.Leadership;
import io.fila.core.replication.LogPosition;
import io.fila.core.runtime.term.EntryApplier;
import io.fila.core.runtime.term.ProposalOrder;
import io.fila.core.runtime.term.TermClock;
import io.fila.storage.ReplicaStore;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.FileListSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A replica behind the engine's port: applies what was committed, and decides nothing. The engine's threads. */
final class ReplicaStateMachine extends BaseStateMachine implements Answers.LogHolder {
    private static final Logger log = LoggerFactory.getLogger(ReplicaStateMachine.class);

    /** The answers to what was proposed. */
    static final ByteString APPLIED = ByteString.copyFromUtf8("applied");

    static final ByteString PASSED_OVER = ByteString.copyFromUtf8("passed over");

    private final ReplicaStore store;
    private final Answers answers;
    private final Retention retention;
    private final ProposalOrder order;
    private final NodeCalls calls;
    private final DiskGuard disk;
    private final Events events;
    private final Executor background;
    private final Consumer<Throwable> onFailure;
    private final EntryApplier applier;
    private @Nullable RaftServer server;

    /** This node's part. The server forgets it before everything that was committed is applied, if this node gives it up. */
    private volatile RaftServer.@Nullable Division division;

    private volatile boolean isFetching;

    /** Of the last entry that told who the members are. */
    private volatile long configurationTerm;

    /** Who hears of leaders. */
    interface Events extends Leadership {
        /** The leader changed: another node, this one, or none known. */
        void leaderChanged(RaftPeerId leader);

        /** The engine has ended this node's part, because it takes it for no member. */
        void ended();
    }

    ReplicaStateMachine(
            ReplicaStore store,
            Answers answers,
            Retention retention,
            ProposalOrder order,
            TermClock clock,
            NodeCalls calls,
            DiskGuard disk,
            Events events,
            Executor background,
            Consumer<Throwable> onFailure) {
        this.store = store;
        this.answers = answers;
        this.retention = retention;
        this.order = order;
        this.applier = new EntryApplier(store, clock);
        this.calls = calls;
        this.disk = disk;
        this.events = events;
        this.background = background;
        this.onFailure = onFailure;
    }

    @Override
    public void initialize(RaftServer raftServer, RaftGroupId group, RaftStorage storage) throws IOException {
        super.initialize(raftServer, group, storage);
        server = raftServer;
        getLifeCycle().startAndTransition(() -> goOnFrom(store.persisted()));
    }

    private void goOnFrom(LogPosition position) {
        if (position.index() >= 0) {
            setLastAppliedTermIndex(TermIndex.valueOf(position.term(), position.index()));
            applier.goOnFrom(position);
        }
    }

    // ---- the log ----

    /** On the machine that leads, in the order of the log. */
    @Override
    public TransactionContext preAppendTransaction(TransactionContext transaction) throws IOException {
        RaftClientRequest request = transaction.getClientRequest();
        if (request != null && !order.admits(request.getClientId().getUuid(), request.getCallId())) {
            throw new IOException("Expected every turn of the term in the log but one before this is not.");
        }
        return transaction;
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        try {
            LogEntryProto entry = transaction.getLogEntry();
            boolean applied = apply(entry);
            updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            return CompletableFuture.completedFuture(Message.valueOf(applied ? APPLIED : PASSED_OVER));
        } catch (RuntimeException | IOException failure) {
            // The engine would go on with the next entry, and this replica would differ from the others.
            onFailure.accept(failure);
            throw new IllegalStateException("Expected to apply an entry but could not.", failure);
        }
    }

    private boolean apply(LogEntryProto logged) throws IOException {
        if (!applier.hasBegun()) {
            applier.beginAfter(lastIndex());
        }
        ByteString data = logged.getStateMachineLogEntry().getLogData();
        retention.applied(logged.getIndex(), data.size());
        long currentTerm = division().getInfo().getCurrentTerm();
        return applier.apply(logged.getIndex(), logged.getTerm(), EntryCodec.decode(data), currentTerm);
    }

    @Override
    public long lastIndex() throws IOException {
        TermIndex last = division().getRaftLog().getLastEntryTermIndex();
        return last == null ? -1 : last.getIndex();
    }

    private RaftServer.Division division() throws IOException {
        RaftServer.Division known = division;
        if (known == null) {
            if (server == null) {
                throw new IOException("Expected a server but the state machine has none yet.");
            }
            known = server.getDivision(getGroupId());
            division = known;
        }
        return known;
    }

    @Override
    public boolean isFetching() {
        return isFetching;
    }

    /** The data is on disk already; this only says how much of the log is no longer needed. */
    @Override
    public long takeSnapshot() {
        return retention.purgeable(store.persisted().index());
    }

    @Override
    public @Nullable SnapshotInfo getLatestSnapshot() {
        LogPosition position = store.persisted();
        return position.index() < 0
                ? null
                : new FileListSnapshotInfo(List.of(), TermIndex.valueOf(position.term(), position.index()));
    }

    // ---- a copy from another node ----

    /** The engine says so to every node that joins, also if the log goes back far enough: then there is nothing to install. */
    @Override
    @SuppressWarnings("NullAway") // null is the engine's word for no copy, although it does not say so
    public CompletableFuture<TermIndex> notifyInstallSnapshotFromLeader(RoleInfoProto role, TermIndex firstInLog) {
        if (firstInLog.getIndex() <= getLastAppliedTermIndex().getIndex() + 1) {
            return CompletableFuture.completedFuture(null);
        }
        RaftPeerProto proto = role.getFollowerInfo().getLeaderInfo().getId();
        RaftPeer leader = RaftPeer.newBuilder()
                .setId(proto.getId())
                .setAddress(proto.getAddress())
                .build();
        isFetching = true;
        return CompletableFuture.supplyAsync(() -> fetchFrom(leader), background)
                .whenComplete((position, failure) -> isFetching = position != null);
    }

    private @Nullable TermIndex fetchFrom(RaftPeer leader) {
        log.info("This node is too far behind; it fetches a copy from {}.", leader.getAddress());
        try (NodeCalls.Conversation conversation = calls.with(leader, getGroupId(), CopyFetch.PATIENCE)) {
            LogPosition position = new CopyFetch(conversation).run(store.makeRoomForCopy(), disk.spareBytes());
            return position.index() < 0 ? null : TermIndex.valueOf(position.term(), position.index());
        } catch (ClusterException unable) {
            // The engine would ask again for ever.
            onFailure.accept(unable);
            throw unable;
        } catch (IOException failure) {
            log.warn("The copy could not be fetched; it is tried again: {}", failure.getMessage());
            throw new CompletionException(failure);
        }
    }

    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    @Override
    public void reinitialize() {
        try {
            getLifeCycle().startAndTransition(() -> {
                LogPosition position = store.install();
                applier.beginAfter(position.index());
                goOnFrom(position);
            });
            isFetching = false;
        } catch (RuntimeException failure) {
            onFailure.accept(failure);
            throw failure;
        }
    }

    // ---- what other nodes ask ----

    @Override
    public CompletableFuture<Message> query(Message request) {
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    @Override
    public CompletableFuture<Message> queryStale(Message request, long minIndex) {
        return CompletableFuture.supplyAsync(() -> Message.valueOf(answers.to(request.getContent(), this)), background);
    }

    // ---- leaders ----

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto members) {
        configurationTerm = term;
    }

    /** Said while the entry with which this node's term begins is applied: it tells the members. */
    @Override
    public void notifyLeaderReady() {
        try {
            events.begins(configurationTerm);
        } catch (RuntimeException failure) {
            // The engine would end this node's part in the shard, and tell nobody.
            onFailure.accept(failure);
            throw failure;
        }
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        events.ends();
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        events.leaderChanged(leader);
    }

    /**
     * The engine ends a peer that asks for votes while the others know of a change without it, also of one that was never agreed on.
     */
    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean wholeProcess) {
        if (!wholeProcess) {
            events.ended();
        }
    }

    @Override
    public void notifyLogFailed(Throwable cause, LogEntryProto entry) {
        onFailure.accept(new ClusterException(
                "Expected to write the cluster's log but could not: " + cause.getMessage()
                        + "; check the disk and start again.",
                cause));
    }
}
