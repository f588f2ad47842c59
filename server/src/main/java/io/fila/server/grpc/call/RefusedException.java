package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Why it could not be found out which shard answers a call: what the client is told. */
public final class RefusedException extends RuntimeException {
    private final transient Status status;
    private final transient Metadata trailers;

    public RefusedException(Status status, Metadata trailers) {
        super(status.getDescription());
        this.status = status;
        this.trailers = trailers;
    }

    public RefusedException(Refusal refusal) {
        this(Statuses.status(refusal), new Metadata());
    }

    /** Ends a call with what has failed. */
    public static void close(ServerCall<?, ?> call, @Nullable Throwable failure) {
        if (cause(failure) instanceof RefusedException refused) {
            call.close(refused.status, refused.trailers);
        } else {
            Statuses.close(call, ForwardingHeaders.NO_LEADER);
        }
    }

    /** What has failed, for a client. */
    public static Status status(Throwable failure) {
        return cause(failure) instanceof RefusedException refused
                ? refused.status
                : Statuses.status(ForwardingHeaders.NO_LEADER);
    }

    private static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }
}
