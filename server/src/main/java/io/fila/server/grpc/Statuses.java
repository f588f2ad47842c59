package io.fila.server.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.RetryInfo;
import io.fila.core.reply.Refusal;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;

/** How a refusal looks on the wire: the one place where codes are translated. */
final class Statuses {
    /** When a client that met a full broker should come back. */
    private static final Duration RETRY_AFTER =
            Duration.newBuilder().setNanos(100_000_000).build();

    private static final Metadata.Key<com.google.rpc.Status> DETAILS = Metadata.Key.of(
            "grpc-status-details-bin", ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

    private Statuses() {}

    static void close(ServerCall<?, ?> call, Refusal refusal) {
        Status status = status(refusal);
        call.close(status, trailers(status));
    }

    static Status status(Refusal refusal) {
        Status.Code code = switch (refusal.code()) {
            case INVALID_ARGUMENT -> Status.Code.INVALID_ARGUMENT;
            case NOT_FOUND -> Status.Code.NOT_FOUND;
            case ALREADY_EXISTS -> Status.Code.ALREADY_EXISTS;
            case RESOURCE_EXHAUSTED -> Status.Code.RESOURCE_EXHAUSTED;
            case FAILED_PRECONDITION -> Status.Code.FAILED_PRECONDITION;
            case UNAVAILABLE -> Status.Code.UNAVAILABLE;
        };
        return code.toStatus().withDescription(refusal.sentence());
    }

    /** Overload passes, so it comes with a hint when to try again. */
    private static Metadata trailers(Status status) {
        Metadata trailers = new Metadata();
        if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
            String sentence = status.getDescription();
            trailers.put(
                    DETAILS,
                    com.google.rpc.Status.newBuilder()
                            .setCode(status.getCode().value())
                            .setMessage(sentence == null ? "" : sentence)
                            .addDetails(Any.pack(RetryInfo.newBuilder()
                                    .setRetryDelay(RETRY_AFTER)
                                    .build()))
                            .build());
        }
        return trailers;
    }
}
