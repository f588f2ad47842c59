package io.fila.client;

import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.NackRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The end of a lease, as the consumer wants it: done or failed. */
final class Settlement {
    private Settlement() {}

    static CompletableFuture<@Nullable Void> ack(Connection connection, String queue, String messageId) {
        AckRequest request =
                AckRequest.newBuilder().setQueue(queue).setMessageId(messageId).build();
        return connection.send(
                FilaServiceGrpc.getAckMethod(), request, new Subject.Lease(queue, messageId), response -> null);
    }

    static CompletableFuture<@Nullable Void> nack(Connection connection, String queue, String messageId, String error) {
        NackRequest request = NackRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(messageId)
                .setError(error)
                .build();
        return connection.send(
                FilaServiceGrpc.getNackMethod(), request, new Subject.Lease(queue, messageId), response -> null);
    }
}
