package io.fila.server.grpc.audit;

import io.fila.proto.v1.FilaAdminGrpc;
import io.grpc.MethodDescriptor;
import java.util.Set;

/** Which part of the audit log a call belongs to. */
public enum Audited {
    /** It changes something, or shows keys or messages. */
    ADMINISTRATION,
    /** Producers, consumers, and what monitors ask for again and again. */
    DATA;

    private static final Set<String> ASKED_AGAIN_AND_AGAIN = Set.of(
            FilaAdminGrpc.getListQueuesMethod().getFullMethodName(),
            FilaAdminGrpc.getGetStatsMethod().getFullMethodName(),
            FilaAdminGrpc.getGetConfigMethod().getFullMethodName(),
            FilaAdminGrpc.getListConfigMethod().getFullMethodName(),
            FilaAdminGrpc.getExplainMethod().getFullMethodName(),
            FilaAdminGrpc.getGetClusterStatusMethod().getFullMethodName());

    public static Audited of(MethodDescriptor<?, ?> method) {
        boolean administration = FilaAdminGrpc.SERVICE_NAME.equals(method.getServiceName())
                && !ASKED_AGAIN_AND_AGAIN.contains(method.getFullMethodName());
        return administration ? ADMINISTRATION : DATA;
    }
}
