package io.fila.client;

import io.fila.client.error.FilaException;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueNotFound;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CancelResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A broker, as a program sees it: somewhere to put messages, and somewhere to get them. Safe for use by many threads;
 * one client a program is enough.
 *
 * <pre>{@code
 * try (FilaClient fila = FilaClient.connect("localhost:5555")) {
 *     fila.admin().createQueue("orders");
 *     fila.enqueue("orders", Outgoing.of("one coffee").withFairnessKey("table 4"));
 *     for (Delivery delivery : fila.consume("orders")) {
 *         System.out.println(delivery.text());
 *         delivery.ack();
 *     }
 * }
 * }</pre>
 *
 * <p>Every call that fails does so with a {@link FilaException}. The continuations of the futures that are returned here
 * run on the client's event loop unless they are told otherwise ({@code thenApplyAsync}); they must not block.
 */
public final class FilaClient implements AutoCloseable {
    private final Connection connection;

    private FilaClient(ClientOptions options, Transport transport) {
        connection = new Connection(options, transport);
    }

    /** A client of the broker at {@code host:port}. The connection itself is made by the first call. */
    public static FilaClient connect(String address) {
        return connect(ClientOptions.of(address));
    }

    public static FilaClient connect(ClientOptions options) {
        return new FilaClient(options, Transport.open(options));
    }

    /**
     * A client over a channel of the caller's making, such as one to a broker in this process. The channel is closed with
     * the client; of the options, those about the way to the broker mean nothing here. The channel's executor must run what
     * it is given in order, as one thread does.
     */
    public static FilaClient over(ManagedChannel channel, ClientOptions options) {
        return new FilaClient(options, Transport.over(channel, options.address()));
    }

    /** A producer with the default options, for as long as this client is open. */
    public Producer producer() {
        return producer(ProducerOptions.DEFAULT);
    }

    public Producer producer(ProducerOptions options) {
        return new Producer(connection, options);
    }

    /**
     * Stores a message with a call of its own and returns once it is durable. It is tried once; {@link #producer} is for
     * many. {@link QueueNotFound} if there is no such queue.
     */
    public Receipt enqueue(String queue, Outgoing message) {
        return Connection.await(enqueueAsync(queue, message));
    }

    public CompletableFuture<Receipt> enqueueAsync(String queue, Outgoing message) {
        return connection.send(
                FilaServiceGrpc.getEnqueueMethod(),
                message.request(queue, connection.options().trace().get()),
                new Subject.Queue(queue),
                Receipt::of);
    }

    /**
     * Deletes the message with this dedup key, if it is pending or scheduled, and returns once that is durable; false if none
     * was waiting: there is none, a consumer holds it, or it was acked. {@link QueueNotFound} if there is no such queue,
     * {@link PreconditionFailed} if it is damaged on disk.
     */
    public boolean cancel(String queue, String dedupKey) {
        return Connection.await(cancelAsync(queue, dedupKey));
    }

    public CompletableFuture<Boolean> cancelAsync(String queue, String dedupKey) {
        return connection.send(
                FilaServiceGrpc.getCancelMethod(),
                CancelRequest.newBuilder().setQueue(queue).setDedupKey(dedupKey).build(),
                new Subject.Queue(queue),
                CancelResponse::getCancelled);
    }

    /** Opens a stream of messages to take from. {@link QueueNotFound} if there is no such queue. */
    public Deliveries consume(String queue) {
        return Deliveries.open(connection, queue, Deliveries.WITHOUT_END);
    }

    /** Opens a stream that ends after so many messages; no others are leased for it. */
    public Deliveries consume(String queue, int maxMessages) {
        if (maxMessages < 1) {
            throw new IllegalArgumentException("Expected to consume at least 1 message but found " + maxMessages);
        }
        return Deliveries.open(connection, queue, maxMessages);
    }

    /** Hands the messages of a queue to a handler, one after the other, until the pool is closed. */
    public WorkerPool consume(String queue, Handler handler) {
        return consume(queue, WorkerOptions.of(1), handler);
    }

    /** Hands the messages of a queue to a handler, as many at a time as there are workers. */
    public WorkerPool consume(String queue, WorkerOptions workers, Handler handler) {
        return WorkerPool.start(connection, queue, consume(queue), workers, handler);
    }

    /** Says that a message's work is done. {@link LeaseLost} if it is not leased (any more). */
    public void ack(String queue, String messageId) {
        Connection.await(ackAsync(queue, messageId));
    }

    public CompletableFuture<@Nullable Void> ackAsync(String queue, String messageId) {
        return new Settlement.Ack(queue, messageId, Settlement.ANY_LEASE)
                .call(connection)
                .thenApply(nothing -> null);
    }

    /** Says that a message's work failed, and why. {@link LeaseLost} if it is not leased (any more). */
    public void nack(String queue, String messageId, String error) {
        Connection.await(nackAsync(queue, messageId, error));
    }

    public CompletableFuture<@Nullable Void> nackAsync(String queue, String messageId, String error) {
        return new Settlement.Nack(queue, messageId, Settlement.ANY_LEASE, error, 0, "")
                .call(connection)
                .thenApply(nothing -> null);
    }

    /**
     * Whether the broker takes messages: it does not while it starts or stops, and while its disk has too little room. Needs no
     * API key.
     */
    public boolean isServing() {
        return HealthService.isServing(
                connection.call(HealthService.CHECK, HealthService.EVERYTHING, new Subject.Broker()));
    }

    public Admin admin() {
        return new Admin(connection);
    }

    /** Ends every call and stream of this client. */
    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return "FilaClient[" + connection.options().address() + "]";
    }
}
