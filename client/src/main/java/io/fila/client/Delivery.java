package io.fila.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.fila.client.error.LeaseLost;
import io.fila.proto.v1.Message;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A message in the hands of a consumer, for as long as its lease lasts.
 *
 * <p>Ack it when the work is done or nack it when the work failed; if neither happens in the queue's visibility
 * timeout, the message goes back to its queue with one more attempt. Safe for use by many threads.
 */
public final class Delivery {
    private final Connection connection;
    private final String queue;
    private final Message message;
    private volatile boolean settled;

    Delivery(Connection connection, String queue, Message message) {
        this.connection = connection;
        this.queue = queue;
        this.message = message;
    }

    public String queue() {
        return queue;
    }

    public String id() {
        return message.getId();
    }

    public ByteString payload() {
        return message.getPayload();
    }

    /** The payload as UTF-8 text. */
    public String text() {
        return message.getPayload().toStringUtf8();
    }

    public Map<String, String> headers() {
        return message.getHeadersMap();
    }

    public String fairnessKey() {
        return message.getMetadata().getFairnessKey();
    }

    public long weight() {
        return Integer.toUnsignedLong(message.getMetadata().getWeight());
    }

    public List<String> throttleKeys() {
        return message.getMetadata().getThrottleKeysList();
    }

    /** Deliveries of this message that failed before this one. */
    public long attempts() {
        return Integer.toUnsignedLong(message.getMetadata().getAttemptCount());
    }

    /** In a dead letter queue: why the message was given up; empty elsewhere. */
    public String deadLetterReason() {
        return message.getMetadata().getDeadLetterReason();
    }

    /** In a dead letter queue: the queue the message came from; empty elsewhere. */
    public String sourceQueue() {
        return message.getMetadata().getSourceQueue();
    }

    public Instant enqueuedAt() {
        return instant(message.getTimestamps().getEnqueuedAt());
    }

    public Instant leasedAt() {
        return instant(message.getTimestamps().getLeasedAt());
    }

    /** Says that the work is done; the message is gone for good. {@link LeaseLost} if the lease expired before. */
    public void ack() {
        Connection.await(ackAsync());
    }

    public CompletableFuture<@Nullable Void> ackAsync() {
        settled = true;
        return Settlement.ack(connection, queue, id());
    }

    /** Says that the work failed and why; the queue decides between another attempt and the dead letter queue. */
    public void nack(String error) {
        Connection.await(nackAsync(error));
    }

    public CompletableFuture<@Nullable Void> nackAsync(String error) {
        settled = true;
        return Settlement.nack(connection, queue, id(), error);
    }

    /** Whether an ack or nack was sent, whatever became of it. */
    boolean settled() {
        return settled;
    }

    @Override
    public String toString() {
        return "Delivery[" + id() + " of " + queue + ", attempt " + attempts() + "]";
    }

    private static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
