package io.fila.server.grpc.admin;

import io.fila.core.reply.Refusal;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.RemoveNodeResponse;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.proto.v1.TransferLeadershipResponse;
import io.fila.server.cluster.ClusterOperations;
import io.fila.server.cluster.ClusterOperations.Outcome;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.ShardStatus;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.UnaryCall;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** What operators ask about the cluster, and do to it. Runs on the connections' event loops. */
final class ClusterCalls {
    private static final Refusal STOPPING = Refusal.unavailable("The broker is stopping; connect again later.");

    private final ClusterView view;
    private final ShardRole role;
    private final Executor waiting;

    /**
     * For the first shard, or the only one.
     *
     * @param waiting threads that may wait for other nodes
     */
    ClusterCalls(ClusterView view, ShardRole role, Executor waiting) {
        this.view = view;
        this.role = role;
        this.waiting = waiting;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getGetClusterStatusMethod(), GetClusterStatusRequest.parser(), this::status);
        service.unary(FilaAdminGrpc.getTransferLeadershipMethod(), TransferLeadershipRequest.parser(), this::transfer);
        service.unary(FilaAdminGrpc.getRemoveNodeMethod(), RemoveNodeRequest.parser(), this::remove);
    }

    private void status(GetClusterStatusRequest request, UnaryCall<GetClusterStatusResponse> call) {
        if (role instanceof ShardRole.First first) {
            run(call, () -> call.answer(ClusterAnswer.of(first.statuses())));
        } else {
            call.answer(ClusterAnswer.of(List.of(ShardStatus.of(0, view))));
        }
    }

    private void transfer(TransferLeadershipRequest request, UnaryCall<TransferLeadershipResponse> call) {
        long nodeId = request.getNodeId();
        int shards = role instanceof ShardRole.First first ? first.shards() : 1;
        if (request.hasShard() && (request.getShard() < 0 || request.getShard() >= shards)) {
            call.refuse(Refusal.notFound("Expected a shard from 0 to " + (shards - 1) + " but found "
                    + Integer.toUnsignedString(request.getShard()) + "; fila cluster status lists them."));
        } else if (isNumber(nodeId, call)) {
            int from = request.hasShard() ? request.getShard() : 0;
            int to = request.hasShard() ? request.getShard() : shards - 1;
            run(call, () -> transfer(from, to, nodeId, call));
        }
    }

    /** The first shard comes last: when its lead begins to go there is nobody left to tell the caller. */
    private void transfer(int from, int to, long nodeId, UnaryCall<TransferLeadershipResponse> call) {
        Outcome outcome = Outcome.refused(nodeId, STOPPING);
        for (int shard = to; shard >= from; shard--) {
            outcome = operations(shard).transfer(nodeId);
            if (outcome.refusal() != null) {
                call.refuse(outcome.refusal());
                return;
            }
        }
        call.answer(TransferLeadershipResponse.newBuilder()
                .setNodeId(outcome.nodeId())
                .build());
        outcome.left().run();
    }

    private ClusterOperations operations(int shard) {
        return role instanceof ShardRole.First first && shard > 0 ? first.operations(shard) : view.operations();
    }

    private void remove(RemoveNodeRequest request, UnaryCall<RemoveNodeResponse> call) {
        long nodeId = request.getNodeId();
        if (nodeId == 0) {
            call.refuse(Refusal.invalid("Expected the number of a node but found 0; fila cluster status lists them."));
        } else if (isNumber(nodeId, call)) {
            run(call, () -> {
                Outcome outcome = view.operations().remove(nodeId);
                if (outcome.refusal() == null) {
                    call.answer(RemoveNodeResponse.getDefaultInstance());
                } else {
                    call.refuse(outcome.refusal());
                }
            });
        }
    }

    private static boolean isNumber(long nodeId, UnaryCall<?> call) {
        if (nodeId < 0 || nodeId > Integer.MAX_VALUE) {
            call.refuse(Refusal.notFound("Expected the number of a node but found " + Long.toUnsignedString(nodeId)
                    + "; fila cluster status lists them."));
            return false;
        }
        return true;
    }

    private void run(UnaryCall<?> call, Runnable work) {
        try {
            waiting.execute(() -> call.guard(work));
        } catch (RejectedExecutionException stopping) {
            call.refuse(STOPPING);
        }
    }
}
