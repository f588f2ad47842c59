package io.fila.client.connection;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.fila.client.Address;
import io.fila.client.error.ApiKeyNotFound;
import io.fila.client.error.BrokerFailure;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.ConfigKeyNotFound;
import io.fila.client.error.FilaException;
import io.fila.client.error.InvalidRequest;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.MessageNotFound;
import io.fila.client.error.NotSupported;
import io.fila.client.error.PermissionDenied;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.client.error.QueueFull;
import io.fila.client.error.QueueNotFound;
import io.fila.client.error.Unauthenticated;
import io.fila.client.error.Unavailable;
import io.fila.proto.v1.StreamRefusal;
import io.grpc.Metadata;
import io.grpc.Status;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A call that did not end with OK, or an item of a stream, and the one place that knows which exception it is. */
record Refusal(
        Status status,
        @Nullable Duration retryAfter,
        @Nullable Throwable cause,
        Subject subject,
        Address broker) {
    private static final Metadata.Key<byte[]> STATUS_DETAILS =
            Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

    static Refusal of(Status status, Metadata trailers, Subject subject, Address broker) {
        return new Refusal(status, retryAfter(trailers), status.asRuntimeException(trailers), subject, broker);
    }

    static Refusal of(StreamRefusal refusal, Subject subject, Address broker) {
        Status status = Status.fromCodeValue(refusal.getCode()).withDescription(refusal.getMessage());
        Duration retryAfter = refusal.getRetryAfterMs() == 0 ? null : Duration.ofMillis(refusal.getRetryAfterMs());
        return new Refusal(status, retryAfter, null, subject, broker);
    }

    FilaException exception() {
        return switch (status.getCode()) {
            case NOT_FOUND -> notFound();
            case ALREADY_EXISTS -> alreadyExists();
            case RESOURCE_EXHAUSTED ->
                tooLarge()
                        ? new InvalidRequest("Larger than the other side accepts: " + status.getDescription(), cause)
                        : new QueueFull(retryAfter, text("The broker accepts no more for now; try again later"), cause);
            case INVALID_ARGUMENT, OUT_OF_RANGE ->
                new InvalidRequest(text("The broker refused the request as invalid"), cause);
            case FAILED_PRECONDITION, ABORTED ->
                new PreconditionFailed(text("The broker's state does not allow the request"), cause);
            case UNAUTHENTICATED -> new Unauthenticated(text("The broker requires a valid API key"), cause);
            case PERMISSION_DENIED -> new PermissionDenied(text("The API key may not do this"), cause);
            case UNAVAILABLE -> new Unavailable(unavailableText(), cause);
            case DEADLINE_EXCEEDED -> new CallTimedOut("The broker at " + broker + " did not answer in time", cause);
            case UNIMPLEMENTED -> new NotSupported(unsupportedText(), cause);
            case CANCELLED -> new CallCancelled(text("The call was cancelled"), cause);
            case OK, UNKNOWN, INTERNAL, DATA_LOSS ->
                new BrokerFailure(text("The broker failed without saying why (" + status.getCode() + ")"), cause);
        };
    }

    /** gRPC has one code for what passes and for what is too large, which never will; only its words differ. */
    private boolean tooLarge() {
        String description = status.getDescription();
        return description != null && description.startsWith("gRPC message exceeds maximum size");
    }

    private FilaException notFound() {
        if (subject instanceof Subject.Queue queue) {
            return new QueueNotFound(queue.name(), text("Queue \"" + queue.name() + "\" does not exist"), cause);
        }
        if (subject instanceof Subject.Lease lease) {
            return new LeaseLost(
                    lease.queue(),
                    lease.messageId(),
                    text("Message " + lease.messageId() + " has no lease in queue \"" + lease.queue() + "\""),
                    cause);
        }
        if (subject instanceof Subject.StoredMessage message) {
            return new MessageNotFound(
                    message.queue(),
                    message.messageId(),
                    text("Message " + message.messageId() + " is not in queue \"" + message.queue() + "\""),
                    cause);
        }
        if (subject instanceof Subject.ConfigKey config) {
            return new ConfigKeyNotFound(config.key(), text("Key \"" + config.key() + "\" is not set"), cause);
        }
        if (subject instanceof Subject.ApiKey key) {
            return new ApiKeyNotFound(key.id(), text("No API key has the id \"" + key.id() + "\""), cause);
        }
        return new BrokerFailure(text("The broker did not find what the request names"), cause);
    }

    private FilaException alreadyExists() {
        return subject instanceof Subject.Queue queue
                ? new QueueAlreadyExists(queue.name(), text("Queue \"" + queue.name() + "\" exists already"), cause)
                : new BrokerFailure(text("This already exists in the broker"), cause);
    }

    /** A cause exists only where the transport on this side gave up; its text says more than gRPC's own. */
    private String unavailableText() {
        Throwable trouble = status.getCause();
        if (trouble == null) {
            return text("The broker at " + broker + " is not available");
        }
        return "Could not reach a broker at " + broker + ": " + reason(trouble);
    }

    private static String reason(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        if (message == null) {
            return root.getClass().getSimpleName();
        }
        if (root instanceof UnknownHostException) {
            return "unknown host";
        }
        if (root instanceof CertPathBuilderException) {
            return "its certificate is not signed by an authority that is trusted here; name its authority";
        }
        // What follows are the bytes that came instead.
        if (message.startsWith("not an SSL/TLS record")) {
            return "it does not speak TLS; connect without TLS";
        }
        // Its words, and what it puts around them, depend on the transport.
        return root instanceof ConnectException && message.contains("refused") ? "connection refused" : message;
    }

    /** gRPC's own words for a method that nobody registered are of no use to people. */
    private String unsupportedText() {
        String description = status.getDescription();
        return description == null || description.startsWith("Method ")
                ? "The broker at " + broker + " does not support this call"
                : description;
    }

    private String text(String fallback) {
        String description = status.getDescription();
        return description == null || description.isBlank() ? fallback : description;
    }

    private static @Nullable Duration retryAfter(Metadata trailers) {
        byte[] details = trailers.get(STATUS_DETAILS);
        if (details == null) {
            return null;
        }
        try {
            for (Any detail : com.google.rpc.Status.parseFrom(details).getDetailsList()) {
                if (detail.is(RetryInfo.class)) {
                    com.google.protobuf.Duration delay =
                            detail.unpack(RetryInfo.class).getRetryDelay();
                    return Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
                }
            }
        } catch (InvalidProtocolBufferException e) {
            // A hint that can't be read is no hint; the refusal itself stands.
            return null;
        }
        return null;
    }
}
