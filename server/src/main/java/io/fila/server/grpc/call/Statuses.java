package io.fila.server.grpc.call;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.EncodedRefusal;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Translates refusals to gRPC statuses; the only place that does. */
public final class Statuses {
    /** When a client that met a full broker should come back. */
    private static final java.time.Duration RETRY_AFTER = java.time.Duration.ofMillis(100);

    /**
     * Bytes of a sentence in the header that carries it; what is beyond is cut off. Clients take 8 KiB of headers in all, and
     * with a hint when to come back the sentence is in two of them.
     */
    static final int SENTENCE_BYTES = 3072;

    /** What a character may take up there: three bytes, each of them escaped. */
    private static final int MAX_BYTES_PER_CHAR = 9;

    private static final Metadata.Key<com.google.rpc.Status> DETAILS = Metadata.Key.of(
            "grpc-status-details-bin", ProtoUtils.metadataMarshaller(com.google.rpc.Status.getDefaultInstance()));

    private static final Logger log = LoggerFactory.getLogger(Statuses.class);

    private Statuses() {}

    public static void close(ServerCall<?, ?> call, Refusal refusal) {
        Status status = status(refusal);
        call.close(status, trailers(refusal, status));
    }

    /** Closes a call of which nothing is known any more, if it can still be closed. */
    public static void closeFailed(ServerCall<?, ?> call) {
        try {
            call.close(Status.INTERNAL.withDescription("The stream failed; see the broker's log."), new Metadata());
        } catch (RuntimeException closedAlready) {
            log.debug("A stream was already closed when it failed.", closedAlready);
        }
    }

    /** A refusal of one item of a stream. */
    public static EncodedRefusal encoded(Refusal refusal) {
        long roundedUp = retryAfterNanos(refusal) + TimeUnit.MILLISECONDS.toNanos(1) - 1;
        return new EncodedRefusal(code(refusal).value(), sentence(refusal), TimeUnit.NANOSECONDS.toMillis(roundedUp));
    }

    public static Status status(Refusal refusal) {
        return code(refusal).toStatus().withDescription(sentence(refusal));
    }

    /** A sentence may quote what a client sent, which may be long. */
    private static String sentence(Refusal refusal) {
        String whole = refusal.sentence();
        if (whole.length() <= SENTENCE_BYTES / MAX_BYTES_PER_CHAR) {
            return whole;
        }
        int room = SENTENCE_BYTES - MAX_BYTES_PER_CHAR;
        for (int i = 0; i < whole.length(); i += Character.charCount(whole.codePointAt(i))) {
            room -= headerBytes(whole.codePointAt(i));
            if (room < 0) {
                return whole.substring(0, i) + "…";
            }
        }
        return whole;
    }

    /** What gRPC makes of a character in a header: itself, or an escape for each of its bytes. */
    private static int headerBytes(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint >= ' ' && codePoint <= '~' && codePoint != '%' ? 1 : 3;
        }
        return codePoint < 0x800 ? 6 : codePoint < 0x10000 ? 9 : 12;
    }

    private static Status.Code code(Refusal refusal) {
        return switch (refusal.code()) {
            case UNAUTHENTICATED -> Status.Code.UNAUTHENTICATED;
            case PERMISSION_DENIED -> Status.Code.PERMISSION_DENIED;
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
                            .setMessage(sentence(refusal))
                            .addDetails(Any.pack(
                                    RetryInfo.newBuilder().setRetryDelay(delay).build()))
                            .build());
        }
        return trailers;
    }

    /** What trailers say about when to try again; 0 if they say nothing. */
    public static long retryAfterMillis(Metadata trailers) {
        com.google.rpc.Status details = trailers.get(DETAILS);
        try {
            for (Any detail : details == null ? List.<Any>of() : details.getDetailsList()) {
                if (detail.is(RetryInfo.class)) {
                    Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
                    return TimeUnit.SECONDS.toMillis(delay.getSeconds())
                            + TimeUnit.NANOSECONDS.toMillis(delay.getNanos());
                }
            }
        } catch (InvalidProtocolBufferException impossible) {
            throw new IllegalStateException("Our own trailers can't be read.", impossible);
        }
        return 0;
    }

    /** When to try again: as the broker says, or soon if it can't tell; 0 if trying again is of no use. */
    private static long retryAfterNanos(Refusal refusal) {
        return refusal.code() == Refusal.Code.RESOURCE_EXHAUSTED && refusal.retryAfterNanos() == 0
                ? RETRY_AFTER.toNanos()
                : refusal.retryAfterNanos();
    }
}
