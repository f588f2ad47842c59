package io.fila.client;

import com.google.protobuf.ByteString;
import io.fila.client.admin.MessageState;
import io.fila.client.wire.Timestamps;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A message as it stands in its queue, seen without leasing it.
 *
 * @param attempts deliveries that failed so far
 * @param dedupKey the producer's; empty if it gave none
 * @param deadLetterReason in a dead letter queue: why the message was given up; empty elsewhere
 * @param sourceQueue in a dead letter queue: the queue the message came from; empty elsewhere
 * @param scriptFallback what gave it its fairness key, weight and throttle keys because the queue's script failed or was
 *     bypassed: {@code defaults} or {@code last_good}; empty otherwise
 * @param dueAt scheduled: when it becomes pending; in flight: when its lease ends; by the broker's clock
 * @param dueIn how long until then
 */
public record StoredMessage(
        String id,
        ByteString payload,
        Map<String, String> headers,
        String fairnessKey,
        long weight,
        List<String> throttleKeys,
        long attempts,
        String dedupKey,
        String deadLetterReason,
        String sourceQueue,
        String scriptFallback,
        Instant enqueuedAt,
        MessageState state,
        Optional<Instant> dueAt,
        Optional<Duration> dueIn) {

    /**
     * Some messages, and how to get at the next ones.
     *
     * @param nextPageToken empty after the last page
     */
    public record Page(List<StoredMessage> messages, String nextPageToken) {}

    /** The payload as UTF-8 text. */
    public String text() {
        return payload.toStringUtf8();
    }

    static StoredMessage of(MessageView view) {
        Message message = view.getMessage();
        return new StoredMessage(
                message.getId(),
                message.getPayload(),
                message.getHeadersMap(),
                message.getMetadata().getFairnessKey(),
                Integer.toUnsignedLong(message.getMetadata().getWeight()),
                message.getMetadata().getThrottleKeysList(),
                Integer.toUnsignedLong(message.getMetadata().getAttemptCount()),
                message.getMetadata().getDedupKey(),
                message.getMetadata().getDeadLetterReason(),
                message.getMetadata().getSourceQueue(),
                message.getMetadata().getScriptFallback(),
                Timestamps.instant(message.getTimestamps().getEnqueuedAt()),
                state(view),
                view.hasDueAt() ? Optional.of(Timestamps.instant(view.getDueAt())) : Optional.empty(),
                view.hasDueAt() ? Optional.of(Duration.ofMillis(view.getDueInMs())) : Optional.empty());
    }

    static io.fila.proto.v1.MessageState wire(MessageState state) {
        return switch (state) {
            case PENDING -> io.fila.proto.v1.MessageState.MESSAGE_STATE_PENDING;
            case SCHEDULED -> io.fila.proto.v1.MessageState.MESSAGE_STATE_SCHEDULED;
            case IN_FLIGHT -> io.fila.proto.v1.MessageState.MESSAGE_STATE_IN_FLIGHT;
        };
    }

    private static MessageState state(MessageView view) {
        return switch (view.getState()) {
            case MESSAGE_STATE_SCHEDULED -> MessageState.SCHEDULED;
            case MESSAGE_STATE_IN_FLIGHT -> MessageState.IN_FLIGHT;
            case MESSAGE_STATE_PENDING, MESSAGE_STATE_UNSPECIFIED, UNRECOGNIZED -> MessageState.PENDING;
        };
    }
}
