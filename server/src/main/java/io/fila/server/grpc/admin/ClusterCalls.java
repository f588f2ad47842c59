package io.fila.server.grpc.admin;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.ClusterNode;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.RemoveNodeResponse;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.proto.v1.TransferLeadershipResponse;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.UnaryCall;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** What operators ask about the cluster, and do to it. Runs on the connections' event loops. */
final class ClusterCalls {
    private static final Refusal STOPPING = Refusal.unavailable("The broker is stopping; connect again later.");

    private final ClusterView view;
    private final Executor waiting;

    /** @param waiting threads that may wait for other nodes */
    ClusterCalls(ClusterView view, Executor waiting) {
        this.view = view;
        this.waiting = waiting;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getGetClusterStatusMethod(), GetClusterStatusRequest.parser(), this::status);
        service.unary(FilaAdminGrpc.getTransferLeadershipMethod(), TransferLeadershipRequest.parser(), this::transfer);
        service.unary(FilaAdminGrpc.getRemoveNodeMethod(), RemoveNodeRequest.parser(), this::remove);
    }

    private void transfer(TransferLeadershipRequest request, UnaryCall<TransferLeadershipResponse> call) {
        long nodeId = request.getNodeId();
        run(
                call,
                nodeId,
                () -> view.operations().transfer(nodeId),
                node -> TransferLeadershipResponse.newBuilder().setNodeId(node).build());
    }

    private void remove(RemoveNodeRequest request, UnaryCall<RemoveNodeResponse> call) {
        long nodeId = request.getNodeId();
        if (nodeId == 0) {
            call.refuse(Refusal.invalid("Expected the number of a node but found 0; fila cluster status lists them."));
            return;
        }
        run(call, nodeId, () -> view.operations().remove(nodeId), node -> RemoveNodeResponse.getDefaultInstance());
    }

    private <R> void run(
            UnaryCall<R> call, long nodeId, Supplier<ClusterOperations.Outcome> operation, LongFunction<R> answer) {
        if (nodeId < 0 || nodeId > Integer.MAX_VALUE) {
            call.refuse(Refusal.notFound("Expected the number of a node but found " + Long.toUnsignedString(nodeId)
                    + "; fila cluster status lists them."));
            return;
        }
        try {
            waiting.execute(() -> call.guard(() -> {
                ClusterOperations.Outcome outcome = operation.get();
                if (outcome.refusal() == null) {
                    call.answer(answer.apply(outcome.nodeId()));
                    outcome.left().run();
                } else {
                    call.refuse(outcome.refusal());
                }
            }));
        } catch (RejectedExecutionException stopping) {
            call.refuse(STOPPING);
        }
    }

    private void status(GetClusterStatusRequest request, UnaryCall<GetClusterStatusResponse> call) {
        GetClusterStatusResponse.Builder status = GetClusterStatusResponse.newBuilder()
                .setLeaderNodeId(view.leaderNodeId())
                .setReplicationCount(view.replicationCount());
        for (Member member : view.members()) {
            status.addNodes(ClusterNode.newBuilder()
                    .setNodeId(member.nodeId())
                    .setNodeAddr(member.nodeAddress().toString())
                    .setClientAddr(
                            member.clientAddress() == null
                                    ? ""
                                    : member.clientAddress().toString())
                    .setIsLeader(member.leads())
                    .setInSync(member.inSync())
                    .setEntriesBehind(member.entriesBehind()));
        }
        call.answer(status.build());
    }
}
