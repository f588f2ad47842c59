package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was meant for another peer at the address of this one. */
final class AddresseeTest {
    private static final RaftPeerId GONE = RaftPeerId.valueOf("1-gone");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @SuppressWarnings("NullAway.Init")
    private TestCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private GroupPeer peer;

    @SuppressWarnings("NullAway.Init")
    private ManagedChannel channel;

    @BeforeEach
    void startOne() throws IOException {
        cluster = new TestCluster(home, LogLimits.USUAL);
        cluster.start(1);
        TestCluster.TestNode node = cluster.awaitMembers(1);
        GroupPeer known = node.shard().peer();
        if (known == null) {
            throw new IllegalStateException("Expected a member of a group.");
        }
        peer = known;
        channel = ManagedChannelBuilder.forTarget(cluster.address(1).toString())
                .usePlaintext()
                .build();
    }

    @AfterEach
    void end() throws IOException {
        channel.shutdownNow();
        cluster.close();
        assertThat(cluster.failures()).isEmpty();
        DirectoryTree.delete(cluster.directory(1));
    }

    @Test
    void aVoteIsAskedOfThePeerItselfOnly() {
        assertThat(voteOf(peer.self()).getServerReply().getReplyId())
                .isEqualTo(peer.self().toByteString());

        assertThatThrownBy(() -> voteOf(GONE)).hasMessageContaining("The peer that this is for is gone");
    }

    @Test
    void entriesForAnotherPeerAreNotTaken() {
        long term = peer.term();

        assertThatThrownBy(() -> append(GONE, term + 1).get())
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("The peer that this is for is gone");

        assertThat(peer.term()).isEqualTo(term);
        assertThat(peer.leads()).isTrue();
    }

    private RequestVoteReplyProto voteOf(RaftPeerId voter) {
        return RaftServerProtocolServiceGrpc.newBlockingStub(channel)
                .requestVote(RequestVoteRequestProto.newBuilder()
                        .setServerRequest(header(voter))
                        .build());
    }

    private CompletableFuture<AppendEntriesReplyProto> append(RaftPeerId follower, long term) {
        CompletableFuture<AppendEntriesReplyProto> answer = new CompletableFuture<>();
        StreamObserver<AppendEntriesRequestProto> entries = RaftServerProtocolServiceGrpc.newStub(channel)
                .appendEntries(new StreamObserver<>() {
                    @Override
                    public void onNext(AppendEntriesReplyProto reply) {
                        answer.complete(reply);
                    }

                    @Override
                    public void onError(Throwable failure) {
                        answer.completeExceptionally(failure);
                    }

                    @Override
                    public void onCompleted() {
                        answer.cancel(false);
                    }
                });
        entries.onNext(AppendEntriesRequestProto.newBuilder()
                .setServerRequest(header(follower))
                .setLeaderTerm(term)
                .build());
        return answer;
    }

    private RaftRpcRequestProto header(RaftPeerId to) {
        return RaftRpcRequestProto.newBuilder()
                .setRequestorId(RaftPeerId.valueOf("2-other").toByteString())
                .setReplyId(to.toByteString())
                .setRaftGroupId(
                        RaftGroupIdProto.newBuilder().setId(peer.groupId().toByteString()))
                .build();
    }
}
