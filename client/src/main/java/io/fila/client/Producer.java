package io.fila.client;

import io.fila.client.error.CallCancelled;
import io.fila.client.error.FilaException;
import io.fila.client.error.ProducerFull;
import io.fila.client.error.QueueNotFound;
import java.util.concurrent.CompletableFuture;

/**
 * Somewhere to put messages, many at a time: they are gathered into frames, sent on one stream, and sent again on the next
 * one when it breaks. Safe for use by many threads; one producer a program is enough.
 *
 * <p>A message is sent at once while the way is free, and gathers company while frames are under way. What is unconfirmed
 * is bounded by count and by bytes: a call that finds no room waits for it, or is refused, as
 * {@link ProducerOptions#whenFull()} says.
 *
 * <p>A message that was confirmed is durable. If the connection breaks before that, nobody here knows whether it was
 * stored, and {@link ProducerOptions#resend()} decides. Messages that are sent again may be stored after later ones.
 */
public final class Producer implements AutoCloseable {
    private final Connection connection;
    private final ProducerOptions options;
    private final Dispatch dispatch;
    private final Runnable forget;

    Producer(Connection connection, ProducerOptions options) {
        this.connection = connection;
        this.options = options;
        dispatch = new Dispatch(connection, options);
        forget = connection.whenClosed(() -> end("The client was closed before the message was confirmed"));
    }

    /** Stores a message and returns once it is durable. {@link QueueNotFound} if there is no such queue. */
    public Receipt send(String queue, Outgoing message) {
        return Connection.await(sendAsync(queue, message));
    }

    /**
     * Has a message stored. The future fails with a {@link FilaException}: {@link ProducerFull} if there was no room for
     * it here. Waits only if there is no room and the options say so.
     */
    public CompletableFuture<Receipt> sendAsync(String queue, Outgoing message) {
        long nowNanos = System.nanoTime();
        Letter letter = new Letter(
                message.request(queue, connection.options().trace().get()),
                nowNanos,
                nowNanos + options.deliveryTimeout().toNanos());
        try {
            dispatch.accept(letter);
            return letter.receipt;
        } catch (FilaException refused) {
            return CompletableFuture.failedFuture(refused);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CompletableFuture.failedFuture(
                    new CallCancelled("Interrupted while waiting for room to send a message", e));
        }
    }

    /** Waits until everything sent so far is confirmed or has failed; what failed says so in its own future. */
    public void flush() {
        CompletableFuture<?>[] receipts = dispatch.outstanding().stream()
                .map(letter -> letter.receipt.handle((receipt, failure) -> null))
                .toArray(CompletableFuture<?>[]::new);
        Connection.await(CompletableFuture.allOf(receipts));
    }

    /** Waits as {@link #flush} does and takes no more. */
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
        dispatch.end(new CallCancelled(reason, null));
    }
}
