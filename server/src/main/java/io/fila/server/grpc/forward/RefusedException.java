package io.fila.server.grpc.forward;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.call.ForwardingHeaders;
import io.fila.server.grpc.call.Statuses;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Why it could not be found out which shard answers a call: what the client is told. */
final class RefusedException extends RuntimeException {
    private final transient Status status;
    private final transient Metadata trailers;

    RefusedException(Status status, Metadata trailers) {
        super(status.getDescription());
        this.status = status;
        this.trailers = trailers;
    }

    RefusedException(Refusal refusal) {
        this(Statuses.status(refusal), new Metadata());
    }

    /** Ends a call with what has failed. */
    static void close(ServerCall<?, ?> call, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        if (cause instanceof RefusedException refused) {
            call.close(refused.status, refused.trailers);
        } else {
            Statuses.close(call, ForwardingHeaders.NO_LEADER);
        }
    }
}
