package io.fila.client;

import com.google.protobuf.ByteString;
import io.fila.client.connection.Connection;
import io.fila.client.error.LeaseLost;
import io.fila.client.wire.Timestamps;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageTimestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A message that a consumer holds, for as long as its lease lasts.
 *
 * <p>Ack it when the work is done, or nack it when the work failed. If you do neither before the lease ends, the message returns
 * to its queue with one more attempt. Both fail with {@link LeaseLost} if the lease has ended, even if somebody else holds the
 * message by now. Thread-safe.
 */
public final class Delivery {
    /** A lease that ends this soon is useless. */
    private static final long AT_ONCE_MILLIS = 1;

    private static final String NOT_HANDLED = "given back by a consumer that stopped";

    private final ConsumerSession session;
    private final String queue;
    private final Message message;
    private final long arrivedNanos;
    private final AtomicBoolean settled = new AtomicBoolean();

    /** The extended end of the lease; null if it was not extended. */
    private volatile @Nullable Long extendedNanos;

    Delivery(ConsumerSession session, String queue, Message message, long arrivedNanos) {
        this.session = session;
        this.queue = queue;
        this.message = message;
        this.arrivedNanos = arrivedNanos;
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

    /** The producer's dedup key; empty if it gave none. */
    public String dedupKey() {
        return message.getMetadata().getDedupKey();
    }

    /** Deliveries of this message that failed before this one. */
    public long attempts() {
        return Integer.toUnsignedLong(message.getMetadata().getAttemptCount());
    }

    /**
     * Where the fairness key, weight and throttle keys come from if the queue's script failed or was bypassed: {@code defaults}
     * or {@code last_good}; empty otherwise.
     */
    public String scriptFallback() {
        return message.getMetadata().getScriptFallback();
    }

    /** In a dead letter queue: why the message failed; empty elsewhere. */
    public String deadLetterReason() {
        return message.getMetadata().getDeadLetterReason();
    }

    /** In a dead letter queue: the queue the message came from; empty elsewhere. */
    public String sourceQueue() {
        return message.getMetadata().getSourceQueue();
    }

    public Instant enqueuedAt() {
        return Timestamps.instant(message.getTimestamps().getEnqueuedAt());
    }

    public Instant leasedAt() {
        return Timestamps.instant(message.getTimestamps().getLeasedAt());
    }

    /** When the lease ends unless it is extended, by the broker's clock, if the broker reports it. */
    public Optional<Instant> leaseExpiresAt() {
        return message.getTimestamps().hasLeaseExpiresAt()
                ? Optional.of(Timestamps.instant(message.getTimestamps().getLeaseExpiresAt()))
                : Optional.empty();
    }

    /** The trace of the message, if the producer set one. */
    public Optional<TraceContext> trace() {
        return TraceContext.in(headers());
    }

    /** Acks the message: the work is done, and the broker deletes it. */
    public void ack() {
        Connection.await(ackAsync());
    }

    public CompletableFuture<@Nullable Void> ackAsync() {
        return settle(new Settlement.Ack(queue, id(), message.getLeaseId()), Duration.ZERO);
    }

    /** Nacks the message with the reason of the failure. The queue decides between a retry and the dead letter queue. */
    public void nack(String error) {
        Connection.await(nackAsync(error));
    }

    public CompletableFuture<@Nullable Void> nackAsync(String error) {
        return settle(nack(error, Duration.ZERO, ""), Duration.ZERO);
    }

    /** Nacks the message and sets the time of the retry. */
    public void nack(RetryAfter failure) {
        Connection.await(nackAsync(failure));
    }

    public CompletableFuture<@Nullable Void> nackAsync(RetryAfter failure) {
        return settle(nack(failure, failure.throttleKey()), Duration.ZERO);
    }

    /**
     * Reports how the work ended, and keeps trying while the lease lasts: nobody waits for this, and otherwise a finished message
     * would be handled again. Nobody would see a refusal either, so a key that is not the message's own is not held.
     */
    CompletableFuture<?> finish(@Nullable Throwable failure) {
        Settlement end = failure == null
                ? new Settlement.Ack(queue, id(), message.getLeaseId())
                : failure instanceof RetryAfter later
                        ? nack(later, later.throttleKey().filter(throttleKeys()::contains))
                        : nack(text(failure), Duration.ZERO, "");
        return settle(end, lease());
    }

    /** Without a time, no key is held. */
    private Settlement nack(RetryAfter failure, Optional<String> throttleKey) {
        boolean holds = failure.delay().toMillis() > 0;
        return nack(failure.reason(), failure.delay(), holds ? throttleKey.orElse("") : "");
    }

    private Settlement nack(String error, Duration retryAfter, String holdThrottleKey) {
        return new Settlement.Nack(queue, id(), message.getLeaseId(), error, retryAfter.toMillis(), holdThrottleKey);
    }

    /**
     * The text of a failure; getting it may fail too. Scripts match it, so it begins with the exception's message, and has the
     * class name only if there is no message.
     */
    private static String text(Throwable failure) {
        try {
            String message = failure.getMessage();
            return message == null || message.isBlank() ? failure.getClass().getName() : message;
        } catch (RuntimeException speechless) {
            return failure.getClass().getName();
        }
    }

    /** Extends the lease to this long from now, and returns its new end by the broker's clock. */
    public Instant extend(Duration duration) {
        return Connection.await(extendAsync(duration));
    }

    public CompletableFuture<Instant> extendAsync(Duration duration) {
        long untilNanos = System.nanoTime() + duration.toNanos();
        return session.settle(
                        new Settlement.Extend(queue, id(), message.getLeaseId(), Math.max(1, duration.toMillis())))
                .thenApply(expiresAt -> {
                    extendedNanos = untilNanos;
                    return required(expiresAt);
                });
    }

    /**
     * Extends the lease by its original length from now, whatever the queue's visibility timeout is by now, unless it was
     * extended for longer.
     */
    CompletableFuture<?> renew() {
        Long extended = extendedNanos;
        return extended != null && extended - System.nanoTime() > lease().toNanos()
                ? CompletableFuture.completedFuture(true)
                : session.settle(new Settlement.Extend(queue, id(), message.getLeaseId(), lease().toMillis()));
    }

    /** Returns the message unhandled, unless it was acked or nacked. */
    CompletableFuture<?> giveBack() {
        return settled.getAndSet(true) ? CompletableFuture.completedFuture(true) : session.settle(givenBack());
    }

    /**
     * Returns the message by ending its lease at once; no script judges that as a failure. A broker without lease ids cannot
     * shorten leases either.
     */
    Settlement givenBack() {
        return message.getLeaseId() == Settlement.ANY_LEASE
                ? new Settlement.Nack(queue, id(), Settlement.ANY_LEASE, NOT_HANDLED, 0, "")
                : new Settlement.Extend(queue, id(), message.getLeaseId(), AT_ONCE_MILLIS);
    }

    /** The original length of the lease; zero if the broker does not report it. */
    Duration lease() {
        MessageTimestamps timestamps = message.getTimestamps();
        return timestamps.hasLeaseExpiresAt()
                ? Duration.ofSeconds(
                        timestamps.getLeaseExpiresAt().getSeconds()
                                - timestamps.getLeasedAt().getSeconds(),
                        timestamps.getLeaseExpiresAt().getNanos()
                                - timestamps.getLeasedAt().getNanos())
                : Duration.ZERO;
    }

    long arrivedNanos() {
        return arrivedNanos;
    }

    /** Whether an ack or nack was sent, successful or not. */
    boolean settled() {
        return settled.get();
    }

    @Override
    public String toString() {
        return "Delivery[" + id() + " of " + queue + ", attempt " + attempts() + "]";
    }

    private CompletableFuture<@Nullable Void> settle(Settlement settlement, Duration patience) {
        settled.set(true);
        return session.settle(settlement, patience).thenApply(nothing -> null);
    }

    private static Instant required(@Nullable Instant expiresAt) {
        if (expiresAt == null) {
            throw new IllegalStateException("Expected the answer to an extension to contain the end of the lease");
        }
        return expiresAt;
    }
}
