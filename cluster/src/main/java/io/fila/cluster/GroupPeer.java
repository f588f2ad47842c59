package io.fila.cluster;

import io.fila.core.replication.Fate;
import io.fila.core.runtime.term.Entry;
import io.fila.core.runtime.term.ProposalOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node as a peer of one of its groups, in Ratis. Any thread. */
final class GroupPeer {
    private static final Logger log = LoggerFactory.getLogger(GroupPeer.class);

    /** It refuses entries of more than 4 MB; a turn that is larger goes in several. */
    private static final int PART_BYTES = 2 << 20;

    /** It answers long before, unless it is lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** How long a node that is to lead may take to get there; meanwhile nobody is served. */
    private static final Duration TRANSFER = Duration.ofSeconds(3);

    /** Entries that a follower may be behind and still counts as in sync. */
    private static final long IN_SYNC_WITHIN = 100;

    private final RaftServer server;
    private final NodeIdentity identity;
    private final RaftGroupId groupId;

    /** The name under which this node asks for anything but turns, and how often it has. */
    private final ClientId self = ClientId.randomId();

    private final AtomicLong calls = new AtomicLong();

    /** How often the lead is being handed over just now. */
    private final AtomicInteger transfers = new AtomicInteger();

    GroupPeer(RaftServer server, NodeIdentity identity, int shard) {
        this.server = server;
        this.identity = identity;
        this.groupId = identity.groupId(shard);
    }

    RaftGroupId groupId() {
        return groupId;
    }

    /** This node, as the others know it. */
    RaftPeerId self() {
        return identity.peerId();
    }

    private RaftServer.Division division() throws IOException {
        return server.getDivision(groupId);
    }

    /** The members there are; empty if that is not known. */
    Collection<RaftPeer> members() {
        try {
            return division().getGroup().getPeers();
        } catch (IOException closed) {
            return List.of();
        }
    }

    RaftGroup group() {
        return RaftGroup.valueOf(groupId, members());
    }

    /** Whether it votes and stands for election. It does not before a leader has sent it anything, if it is on its way out. */
    boolean isRunning() {
        try {
            return division().getInfo().getLifeCycleState().isRunning();
        } catch (IOException closed) {
            return false;
        }
    }

    boolean isMember() {
        return member(identity.peerId()) != null;
    }

    /** The last entry that is known to be with a majority; -1 if none is. */
    long committed() {
        try {
            return division().getRaftLog().getLastCommittedIndex();
        } catch (IOException closed) {
            return -1;
        }
    }

    /** The term that this node is in. */
    long term() {
        try {
            return division().getInfo().getCurrentTerm();
        } catch (IOException closed) {
            return 0;
        }
    }

    /** Up to where this leader believes each follower's log to be its own; empty if it does not lead. */
    Map<RaftPeerId, Long> matched() {
        try {
            Map<RaftPeerId, Long> matched = new HashMap<>();
            // The engine tells both in the same order.
            long[] told = division().getInfo().getFollowerMatchIndices();
            // It tells none once it leads no more.
            long[] indices = told == null ? new long[0] : told;
            List<ServerRpcProto> followers =
                    division().getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
            for (int i = 0; indices.length == followers.size() && i < indices.length; i++) {
                matched.put(RaftPeerId.valueOf(followers.get(i).getId().getId()), indices[i]);
            }
            return matched;
        } catch (IOException closed) {
            return Map.of();
        }
    }

    /** A member; null if it is none. */
    @Nullable RaftPeer member(@Nullable RaftPeerId id) {
        return members().stream()
                .filter(each -> each.getId().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Who leads, as far as this node knows. */
    @Nullable RaftPeerId leader() {
        try {
            return division().getInfo().getLeaderId();
        } catch (IOException closed) {
            return null;
        }
    }

    boolean leads() {
        try {
            return division().getInfo().isLeader();
        } catch (IOException closed) {
            return false;
        }
    }

    boolean leads(long term) {
        try {
            return division().getInfo().isLeader() && division().getInfo().getCurrentTerm() == term;
        } catch (IOException closed) {
            return false;
        }
    }

    /**
     * Proposes a turn, in as many entries as it takes; it counts with the last. All but the last are waited for, so that no more
     * is under way than the engine lets.
     */
    void propose(ProposalOrder order, long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
        int parts = Math.max(1, Math.ceilDiv(turn.remaining(), PART_BYTES));
        for (int part = 0; part < parts; part++) {
            int begin = part * PART_BYTES;
            ByteBuffer bytes = turn.slice(turn.position() + begin, Math.min(PART_BYTES, turn.remaining() - begin));
            CompletableFuture<Fate> fate = propose(order.next(term), new Entry(term, timeNanos, part, parts, bytes));
            if (part == parts - 1) {
                var _ = fate.thenAccept(outcome);
            } else if (fate.join() != Fate.COMMITTED) {
                outcome.accept(fate.join());
                return;
            }
        }
    }

    private CompletableFuture<Fate> propose(ProposalOrder.Ticket ticket, Entry entry) {
        return ask(
                ClientId.valueOf(ticket.proposer()),
                ticket.number(),
                Message.valueOf(EntryCodec.encode(entry)),
                RaftClientRequest.writeRequestType());
    }

    /** Tells all machines the time of this one, beside the turns. */
    void tellTime(long term, long timeNanos) {
        Entry entry = Entry.ofTime(term, timeNanos);
        var _ = ask(
                self,
                calls.incrementAndGet(),
                Message.valueOf(EntryCodec.encode(entry)),
                RaftClientRequest.writeRequestType());
    }

    /** Committed if what this node, or the leader it follows, has applied is all there is. */
    CompletableFuture<Fate> confirm() {
        return ask(self, calls.incrementAndGet(), Message.EMPTY, RaftClientRequest.readRequestType());
    }

    private CompletableFuture<Fate> ask(ClientId by, long number, Message message, RaftClientRequest.Type type) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(by)
                .setServerId(server.getId())
                .setGroupId(groupId)
                .setCallId(number)
                .setMessage(message)
                .setType(type)
                .build();
        try {
            return server.submitClientRequestAsync(request)
                    .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .handle(GroupPeer::fate);
        } catch (IOException unclear) {
            return CompletableFuture.completedFuture(fate(null, unclear));
        }
    }

    private static Fate fate(@Nullable RaftClientReply reply, @Nullable Throwable failure) {
        if (reply == null) {
            log.debug("A proposal has an unknown fate.", failure);
            return Fate.UNKNOWN;
        }
        if (!reply.isSuccess()) {
            log.debug("A proposal was not committed.", reply.getException());
            return Fate.UNKNOWN;
        }
        return ReplicaStateMachine.PASSED_OVER.equals(reply.getMessage().getContent()) ? Fate.LOST : Fate.COMMITTED;
    }

    /** Gives up the lead, unless it is being handed over: then the one who is to have it gets it. */
    void stepDown() {
        if (transfers.get() == 0) {
            var _ = transferTo(null);
        }
    }

    /**
     * Hands the lead over. While that is under way nothing can be proposed. If it fails this node gives up the lead all the same.
     *
     * @return whether the other leads
     */
    CompletableFuture<Boolean> transfer(RaftPeer to) {
        transfers.incrementAndGet();
        return transferTo(to.getId()).whenComplete((done, failure) -> {
            // The engine may refuse proposals from now on, until there is a leader anew; and there may be no broker any
            // more.
            if (transfers.decrementAndGet() == 0 && leads()) {
                stepDown();
            }
        });
    }

    private static boolean isDone(RaftClientReply reply) {
        if (!reply.isSuccess()) {
            log.warn("The lead was not handed over as it was meant to be.", reply.getException());
        }
        return reply.isSuccess();
    }

    private CompletableFuture<Boolean> transferTo(@Nullable RaftPeerId to) {
        try {
            return server.transferLeadershipAsync(new TransferLeadershipRequest(
                            self, server.getId(), groupId, calls.incrementAndGet(), to, TRANSFER.toMillis()))
                    .thenApply(GroupPeer::isDone);
        } catch (IOException notLeading) {
            log.debug("The lead need not be given up.", notLeading);
            return CompletableFuture.completedFuture(false);
        }
    }

    /**
     * All members as this one sees them.
     *
     * @param clientAddresses as far as they are known
     * @param answersWithin how recently a live follower has answered
     */
    List<NodeStatus> nodes(Map<RaftPeerId, NodeAddress> clientAddresses, Duration answersWithin) {
        try {
            RaftServer.Division division = division();
            RaftPeerId leader = division.getInfo().getLeaderId();
            boolean leads = division.getInfo().isLeader();
            long committed = division.getRaftLog().getLastCommittedIndex();
            Map<RaftPeerId, Long> commits = commits(division);
            Map<RaftPeerId, Long> matched = leads ? matched() : Map.of();
            Set<RaftPeerId> answering = answering(division, answersWithin);
            List<NodeStatus> nodes = new ArrayList<>();
            for (RaftPeer peer : division.getGroup().getPeers()) {
                RaftPeerId id = peer.getId();
                boolean isSelf = id.equals(identity.peerId());
                long behind = isSelf || !leads ? 0 : Math.max(0, committed - commits.getOrDefault(id, -1L));
                nodes.add(new NodeStatus(
                        NodeIdentity.nodeOf(id),
                        NodeAddress.parse(peer.getAddress()),
                        clientAddresses.get(id),
                        id.equals(leader),
                        leads && (isSelf || (answering.contains(id) && isInSync(matched.get(id), committed))),
                        behind));
            }
            return nodes;
        } catch (IOException closed) {
            return List.of();
        }
    }

    /** A new leader counts nobody that it has not served itself: the engine begins with what the leader before it has heard. */
    private static boolean isInSync(@Nullable Long matched, long committed) {
        return matched != null && matched >= 0 && committed - matched <= IN_SYNC_WITHIN;
    }

    /** The members that answer and have what was committed, give or take what is under way; only a leader knows. */
    Set<RaftPeerId> inSync(Duration answersWithin) {
        Map<Integer, RaftPeerId> byNode = new HashMap<>();
        members().forEach(peer -> byNode.put(NodeIdentity.nodeOf(peer.getId()), peer.getId()));
        Set<RaftPeerId> inSync = new HashSet<>();
        for (NodeStatus node : nodes(Map.of(), answersWithin)) {
            RaftPeerId id = byNode.get(node.nodeId());
            if (node.inSync() && id != null) {
                inSync.add(id);
            }
        }
        return inSync;
    }

    private static Map<RaftPeerId, Long> commits(RaftServer.Division division) {
        Map<RaftPeerId, Long> commits = new HashMap<>();
        division.getCommitInfos()
                .forEach(info -> commits.put(RaftPeerId.valueOf(info.getServer().getId()), info.getCommitIndex()));
        return commits;
    }

    /** The followers that have answered lately. */
    private static Set<RaftPeerId> answering(RaftServer.Division division, Duration within) {
        Set<RaftPeerId> answering = new HashSet<>();
        for (ServerRpcProto follower :
                division.getInfo().getRoleInfoProto().getLeaderInfo().getFollowerInfoList()) {
            if (follower.getLastRpcElapsedTimeMs() < within.toMillis()) {
                answering.add(RaftPeerId.valueOf(follower.getId().getId()));
            }
        }
        return answering;
    }

    @Override
    public String toString() {
        return "shard " + GroupNumber.of(groupId).shard();
    }
}
