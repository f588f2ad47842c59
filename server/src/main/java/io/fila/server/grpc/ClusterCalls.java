package io.fila.server.grpc;

import io.fila.proto.v1.ClusterNode;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.server.cluster.ClusterView;
import io.fila.server.cluster.Member;

/** What operators ask about the cluster. Runs on the connections' event loops. */
final class ClusterCalls {
    private final ClusterView view;

    ClusterCalls(ClusterView view) {
        this.view = view;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getGetClusterStatusMethod(), GetClusterStatusRequest.parser(), this::status);
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
