package io.fila.client;

import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.client.wire.Timestamps;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.ExtendLeaseResponse;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.SettlementKind;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer says of a message that it holds, as a call of its own or as an item of a stream. An extension is answered
 * with the moment at which the lease ends now, the others with nothing.
 */
sealed interface Settlement {
    /** Means any current lease on the message. */
    long ANY_LEASE = 0;

    String queue();

    String messageId();

    long leaseId();

    SettlementKind kind();

    /** What it takes up in a command at most. */
    default int maxBytes() {
        return 1024;
    }

    /** Adds it to a command on a stream. */
    void addTo(ConsumeCommand.Builder command);

    CompletableFuture<@Nullable Instant> call(Connection connection);

    default Subject subject() {
        return new Subject.Lease(queue(), messageId());
    }

    /** The work is done. */
    record Ack(String queue, String messageId, long leaseId) implements Settlement {
        @Override
        public SettlementKind kind() {
            return SettlementKind.SETTLEMENT_KIND_ACK;
        }

        @Override
        public void addTo(ConsumeCommand.Builder command) {
            command.addAcksBuilder().setMessageId(messageId).setLeaseId(leaseId);
        }

        @Override
        public CompletableFuture<@Nullable Instant> call(Connection connection) {
            AckRequest request = AckRequest.newBuilder()
                    .setQueue(queue)
                    .setMessageId(messageId)
                    .setLeaseId(leaseId)
                    .build();
            return connection.send(FilaServiceGrpc.getAckMethod(), request, subject(), response -> null);
        }
    }

    /** The work failed. */
    record Nack(
            String queue, String messageId, long leaseId, String error, long retryAfterMillis, String holdThrottleKey)
            implements Settlement {
        /** Characters of an error that the broker keeps; more would only travel there. */
        static final int MAX_ERROR_CHARS = 16 * 1024;

        /** What a character may take up on the wire. */
        private static final int MAX_BYTES_PER_CHAR = 3;

        public Nack {
            Objects.requireNonNull(error, "Expected a reason for the failure but found null");
            error = error.length() <= MAX_ERROR_CHARS ? error : error.substring(0, MAX_ERROR_CHARS);
        }

        @Override
        public int maxBytes() {
            return Settlement.super.maxBytes() + error.length() * MAX_BYTES_PER_CHAR;
        }

        @Override
        public SettlementKind kind() {
            return SettlementKind.SETTLEMENT_KIND_NACK;
        }

        @Override
        public void addTo(ConsumeCommand.Builder command) {
            command.addNacks(Failure.newBuilder()
                    .setMessageId(messageId)
                    .setLeaseId(leaseId)
                    .setError(error)
                    .setRetryAfterMs(retryAfterMillis)
                    .setHoldThrottleKey(holdThrottleKey));
        }

        @Override
        public CompletableFuture<@Nullable Instant> call(Connection connection) {
            NackRequest request = NackRequest.newBuilder()
                    .setQueue(queue)
                    .setMessageId(messageId)
                    .setLeaseId(leaseId)
                    .setError(error)
                    .setRetryAfterMs(retryAfterMillis)
                    .setHoldThrottleKey(holdThrottleKey)
                    .build();
            return connection.send(FilaServiceGrpc.getNackMethod(), request, subject(), response -> null);
        }
    }

    /** The work takes longer; zero means the queue's visibility timeout. */
    record Extend(String queue, String messageId, long leaseId, long millis) implements Settlement {
        @Override
        public SettlementKind kind() {
            return SettlementKind.SETTLEMENT_KIND_EXTENSION;
        }

        @Override
        public void addTo(ConsumeCommand.Builder command) {
            command.addExtensions(Extension.newBuilder()
                    .setMessageId(messageId)
                    .setLeaseId(leaseId)
                    .setExtendMs(millis));
        }

        @Override
        public CompletableFuture<@Nullable Instant> call(Connection connection) {
            ExtendLeaseRequest request = ExtendLeaseRequest.newBuilder()
                    .setQueue(queue)
                    .setMessageId(messageId)
                    .setLeaseId(leaseId)
                    .setExtendMs(millis)
                    .build();
            return connection.send(FilaServiceGrpc.getExtendLeaseMethod(), request, subject(), Extend::expiresAt);
        }

        private static @Nullable Instant expiresAt(ExtendLeaseResponse response) {
            return Timestamps.instant(response.getExpiresAt());
        }
    }
}
