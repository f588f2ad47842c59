package io.fila.cluster;

import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Refuses what peers send to another peer at this address. A node that lost its disk joins as a new peer, and until the others have
 * taken the old one out they go on sending to it: to where the new one is. The engine does not look at whom a request is for, so the
 * new peer would vote as the old one although it does not have what the old one confirmed; or it would take the old one's heartbeats
 * for its own, ask for votes before it is a member, and be shut down for that. Any thread.
 */
final class Addressee implements ServerInterceptor {
    private final ByteString self;

    Addressee(RaftPeerId self) {
        this.self = self.toByteString();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean refused;

            @Override
            public void onMessage(Q request) {
                if (refused) {
                    return;
                }
                refused = !isForSelf(request);
                if (refused) {
                    call.close(
                            Status.UNAVAILABLE.withDescription("The peer that this is for is gone; "
                                    + self.toStringUtf8() + " has taken its address."),
                            new Metadata());
                } else {
                    super.onMessage(request);
                }
            }

            @Override
            public void onHalfClose() {
                if (!refused) {
                    super.onHalfClose();
                }
            }
        };
    }

    /** Whether a request is for this peer, or of a kind that clients send, which say themselves whom they mean. */
    private boolean isForSelf(Object request) {
        RaftRpcRequestProto header = switch (request) {
            case RequestVoteRequestProto vote -> vote.getServerRequest();
            case AppendEntriesRequestProto entries -> entries.getServerRequest();
            case InstallSnapshotRequestProto snapshot -> snapshot.getServerRequest();
            case StartLeaderElectionRequestProto election -> election.getServerRequest();
            case ReadIndexRequestProto read -> read.getServerRequest();
            default -> null;
        };
        return header == null || header.getReplyId().equals(self);
    }
}
