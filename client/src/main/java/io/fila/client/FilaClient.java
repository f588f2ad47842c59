package io.fila.client;

import io.fila.client.connection.Connection;
import io.fila.client.connection.HealthService;
import io.fila.client.connection.Subject;
import io.fila.client.connection.Transport;
import io.fila.client.error.FilaException;
import io.fila.client.error.LeaseLost;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueNotFound;
import io.fila.client.produce.Receipts;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CancelResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client of a broker: sends messages and consumes them. Thread-safe; one client per program is enough.
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
 * <p>Every failed call throws a {@link FilaException}. The continuations of returned futures run on the client's event loop
 * unless you choose another executor ({@code thenApplyAsync}); they must not block.
 */
public final class FilaClient implements AutoCloseable {
    private final Connection connection;

    private FilaClient(ClientOptions options, Transport transport) {
        connection = new Connection(options, transport);
    }

    /** Creates a client of the broker at {@code host:port}. The first call connects. */
    public static FilaClient connect(String address) {
        return connect(ClientOptions.of(address));
    }

    public static FilaClient connect(ClientOptions options) {
        return new FilaClient(options, Transport.open(options));
    }

    /**
     * Creates a client over an existing channel, such as one to a broker in this process. The client closes the channel. Options
     * about the connection have no effect. The channel's executor must run its tasks in order, as one thread does.
     */
    public static FilaClient over(ManagedChannel channel, ClientOptions options) {
        return new FilaClient(options, Transport.over(channel, options.address()));
    }

    /** Creates a producer with the default options, which ends with this client. */
    public Producer producer() {
        return producer(ProducerOptions.DEFAULT);
    }

    public Producer producer(ProducerOptions options) {
        return new Producer(connection, options);
    }

    /**
     * Stores one message with a single call and returns once it is durable. It is tried once; use {@link #producer} for many
     * messages. {@link QueueNotFound} if the queue does not exist.
     */
    public Receipt enqueue(String queue, Outgoing message) {
        return Connection.await(enqueueAsync(queue, message));
    }

    public CompletableFuture<Receipt> enqueueAsync(String queue, Outgoing message) {
        return connection.send(
                FilaServiceGrpc.getEnqueueMethod(),
                message.request(queue, connection.options().trace().get()),
                new Subject.Queue(queue),
                Receipts::of);
    }

    /**
     * Deletes the pending or scheduled message with this dedup key, and returns once that is durable. Returns false if no such
     * message waits: there is none, a consumer holds it, or it was acked. {@link QueueNotFound} if the queue does not exist,
     * {@link PreconditionFailed} if the message is damaged on disk.
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

    /** Opens a stream that ends after this many messages and leases no others. */
    public Deliveries consume(String queue, int maxMessages) {
        if (maxMessages < 1) {
            throw new IllegalArgumentException("Expected to consume at least 1 message but found " + maxMessages);
        }
        return Deliveries.open(connection, queue, maxMessages);
    }

    /** Passes the messages of a queue to a handler, one at a time, until the pool is closed. */
    public WorkerPool consume(String queue, Handler handler) {
        return consume(queue, WorkerOptions.of(1), handler);
    }

    /** Passes the messages of a queue to a handler, as many at a time as there are workers. */
    public WorkerPool consume(String queue, WorkerOptions workers, Handler handler) {
        return WorkerPool.start(connection, queue, consume(queue), workers, handler);
    }

    /** Acks a message. {@link LeaseLost} if it is not leased, or no longer. */
    public void ack(String queue, String messageId) {
        Connection.await(ackAsync(queue, messageId));
    }

    public CompletableFuture<@Nullable Void> ackAsync(String queue, String messageId) {
        return new Settlement.Ack(queue, messageId, Settlement.ANY_LEASE)
                .call(connection)
                .thenApply(nothing -> null);
    }

    /** Nacks a message with the reason of the failure. {@link LeaseLost} if it is not leased, or no longer. */
    public void nack(String queue, String messageId, String error) {
        Connection.await(nackAsync(queue, messageId, error));
    }

    public CompletableFuture<@Nullable Void> nackAsync(String queue, String messageId, String error) {
        return new Settlement.Nack(queue, messageId, Settlement.ANY_LEASE, error, 0, "")
                .call(connection)
                .thenApply(nothing -> null);
    }

    /**
     * Whether the broker accepts messages. It does not while it starts or stops, or while its disk is too full. Needs no API key.
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
