package io.fila.server.grpc.access;

import io.fila.server.grpc.audit.AuditTrail;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/** The call of a stream; however it ends, its trail hears of it. */
final class WatchedCall<R> extends SimpleForwardingServerCall<byte[], R> {
    private final AuditTrail trail;

    WatchedCall(ServerCall<byte[], R> call, AuditTrail trail) {
        super(call);
        this.trail = trail;
    }

    @Override
    public void close(Status status, Metadata trailers) {
        super.close(status, trailers);
        trail.closed(status);
    }
}
