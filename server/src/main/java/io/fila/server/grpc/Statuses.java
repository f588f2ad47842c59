package io.fila.server.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.EncodedRefusal;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a refusal looks on the wire: the one place where codes are translated. */
final class Statuses {
    /** When a client that met a full broker should come back. */
    private static final java.time.Duration RETRY_AFTER = java.time.Duration.ofMillis(100);

    private static final Metadata.Key<com.google.rpc.Status> DETAILS = Metadata.Key.of(
            "grpc-status-details-bin", ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

    private static final Logger log = LoggerFactory.getLogger(Statuses.class);

    private Statuses() {}

    static void close(ServerCall<?, ?> call, Refusal refusal) {
        Status status = status(refusal);
        call.close(status, trailers(refusal, status));
    }

    /** Closes a call of which nothing is known any more, if it can still be closed. */
    static void closeFailed(ServerCall<?, ?> call) {
        try {
            call.close(
                    Status.INTERNAL.withDescription("The stream failed; the broker's log tells why."), new Metadata());
        } catch (RuntimeException closedAlready) {
            log.debug("A stream was closed before it was given up.", closedAlready);
        }
    }

    /** A refusal of one item of a stream. */
    static EncodedRefusal encoded(Refusal refusal) {
        long roundedUp = retryAfterNanos(refusal) + TimeUnit.MILLISECONDS.toNanos(1) - 1;
        return new EncodedRefusal(code(refusal).value(), refusal.sentence(), TimeUnit.NANOSECONDS.toMillis(roundedUp));
    }

    static Status status(Refusal refusal) {
        return code(refusal).toStatus().withDescription(refusal.sentence());
    }

    private static Status.Code code(Refusal refusal) {
        return switch (refusal.code()) {
            case INVALID_ARGUMENT -> Status.Code.INVALID_ARGUMENT;
            case NOT_FOUND -> Status.Code.NOT_FOUND;
            case ALREADY_EXISTS -> Status.Code.ALREADY_EXISTS;
            case RESOURCE_EXHAUSTED -> Status.Code.RESOURCE_EXHAUSTED;
            case FAILED_PRECONDITION -> Status.Code.FAILED_PRECONDITION;
            case UNAVAILABLE -> Status.Code.UNAVAILABLE;
        };
    }

    /** Overload passes, so it comes with a hint when to try again. */
    private static Metadata trailers(Refusal refusal, Status status) {
        Metadata trailers = new Metadata();
        long retryAfterNanos = retryAfterNanos(refusal);
        if (retryAfterNanos > 0) {
            Duration delay = Duration.newBuilder()
                    .setSeconds(TimeUnit.NANOSECONDS.toSeconds(retryAfterNanos))
                    .setNanos((int) (retryAfterNanos % TimeUnit.SECONDS.toNanos(1)))
                    .build();
            trailers.put(
                    DETAILS,
                    com.google.rpc.Status.newBuilder()
                            .setCode(status.getCode().value())
                            .setMessage(refusal.sentence())
                            .addDetails(Any.pack(
                                    RetryInfo.newBuilder().setRetryDelay(delay).build()))
                            .build());
        }
        return trailers;
    }

    /** When to try again: as the broker says, or soon if it can't tell; 0 if trying again is of no use. */
    private static long retryAfterNanos(Refusal refusal) {
        return refusal.code() == Refusal.Code.RESOURCE_EXHAUSTED && refusal.retryAfterNanos() == 0
                ? RETRY_AFTER.toNanos()
                : refusal.retryAfterNanos();
    }
}
