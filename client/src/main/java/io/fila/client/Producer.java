package io.fila.client;

import io.fila.client.connection.Connection;
import io.fila.client.error.CallCancelled;
import io.fila.client.error.FilaException;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.QueueNotFound;
import io.fila.client.produce.ProducerSession;
import io.fila.proto.v1.EnqueueRequest;
import java.util.concurrent.CompletableFuture;

/**
 * Sends many messages: batches them into frames on one stream, and sends them again on a new stream if it breaks. Thread-safe;
 * one producer per program is enough.
 *
 * <p>An idle producer sends a message at once; while frames are in flight, messages wait and share the next one. The number and
 * bytes of unconfirmed messages are limited: at the limit a call waits or is refused, depending on
 * {@link ProducerOptions#whenFull()}.
 *
 * <p>A confirmed message is durable. If the connection breaks before that, the client cannot know whether it was stored, and
 * {@link ProducerOptions#resend()} decides. Messages that are sent again may be stored after later ones.
 */
public final class Producer implements AutoCloseable {
    private final Connection connection;
    private final ProducerSession session;
    private final Runnable forget;

    Producer(Connection connection, ProducerOptions options) {
        this.connection = connection;
        session = new ProducerSession(connection, options);
        forget = connection.whenClosed(() -> end("The client was closed before the message was confirmed"));
    }

    /** Stores a message and returns once it is durable. {@link QueueNotFound} if the queue does not exist. */
    public Receipt send(String queue, Outgoing message) {
        return Connection.await(sendAsync(queue, message));
    }

    /**
     * Stores a message. The future completes once it is durable, or fails with a {@link FilaException}; with {@link ProducerFull}
     * if too much is unconfirmed. Blocks only if too much is unconfirmed and the options say so.
     */
    public CompletableFuture<Receipt> sendAsync(String queue, Outgoing message) {
        EnqueueRequest request =
                message.request(queue, connection.options().trace().get());
        try {
            return session.accept(request);
        } catch (FilaException refused) {
            return CompletableFuture.failedFuture(refused);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(
                    new CallCancelled("Interrupted while waiting for room to send a message", e));
        }
    }

    /** Waits until everything sent so far is confirmed or has failed. Failures are in the futures of their messages. */
    public void flush() {
        CompletableFuture<?>[] receipts = session.outstanding().stream()
                .map(outstanding -> outstanding.handle((receipt, failure) -> null))
                .toArray(CompletableFuture<?>[]::new);
        Connection.await(CompletableFuture.allOf(receipts));
    }

    /** Waits like {@link #flush} and accepts no more messages. */
    @Override
    public void close() {
        try {
            // Still known to the connection: if that is closed meanwhile, there is nothing left to wait for.
            flush();
        } finally {
            end("The producer was closed");
            forget.run();
        }
    }

    private void end(String reason) {
        session.end(new CallCancelled(reason, null));
    }
}
