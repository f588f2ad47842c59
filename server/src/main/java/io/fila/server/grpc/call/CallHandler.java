package io.fila.server.grpc.call;

import io.fila.server.grpc.audit.AuditTrail;
import io.grpc.Metadata;
import io.grpc.ServerCall;

/** Takes calls of one method; by then it is known who calls. */
public interface CallHandler<R> {
    ServerCall.Listener<byte[]> start(ServerCall<byte[], R> call, Metadata headers, AuditTrail trail);
}
