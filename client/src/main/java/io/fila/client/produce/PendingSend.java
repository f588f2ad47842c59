package io.fila.client.produce;

import io.fila.client.ProducerOptions;
import io.fila.client.Receipt;
import io.fila.client.connection.Frame;
import io.fila.proto.v1.EnqueueRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A message that the broker has not confirmed, and the promise to say when it has. Guarded by its producer's lock. */
final class PendingSend {
    final EnqueueRequest request;
    final int bytes;
    final long acceptedNanos;
    final long deadlineNanos;
    final CompletableFuture<Receipt> receipt = new CompletableFuture<>();

    /** The frame it is under way in; null while it waits. */
    @Nullable Frame frame;

    /** Its place in the order in which the producer took messages in. */
    long place;

    /** Whether it travels in a call of its own, which is answered whatever becomes of the stream. */
    boolean hasOwnCall;

    /** Its number on the stream while it is under way. */
    long sequence;

    /** Whether a broker may have seen it. */
    boolean sent;

    PendingSend(EnqueueRequest request, long acceptedNanos, long deadlineNanos) {
        this.request = request;
        bytes = request.getSerializedSize();
        this.acceptedNanos = acceptedNanos;
        this.deadlineNanos = deadlineNanos;
    }

    boolean canBeRepeated(ProducerOptions.Resend resend) {
        return switch (resend) {
            case ALWAYS -> true;
            case WITH_DEDUP_KEY -> !request.getDedupKey().isEmpty();
            case NEVER -> false;
        };
    }
}
