package io.fila.client.connection;

import io.fila.proto.v1.FilaAdminGrpc;
import io.grpc.MethodDescriptor;
import java.util.Set;

/** Calls that change nothing, so that they may be made twice. */
final class ReadOnlyCalls {
    private static final Set<MethodDescriptor<?, ?>> CALLS = Set.of(
            FilaAdminGrpc.getListQueuesMethod(),
            FilaAdminGrpc.getGetStatsMethod(),
            FilaAdminGrpc.getGetConfigMethod(),
            FilaAdminGrpc.getListConfigMethod(),
            FilaAdminGrpc.getPeekMessagesMethod(),
            FilaAdminGrpc.getGetMessageMethod(),
            FilaAdminGrpc.getExplainMethod(),
            FilaAdminGrpc.getListApiKeysMethod(),
            FilaAdminGrpc.getGetAclMethod(),
            FilaAdminGrpc.getGetClusterStatusMethod(),
            HealthService.CHECK);

    private ReadOnlyCalls() {}

    static boolean is(MethodDescriptor<?, ?> rpc) {
        return CALLS.contains(rpc);
    }
}
