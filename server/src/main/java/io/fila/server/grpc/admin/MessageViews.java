package io.fila.server.grpc.admin;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.fila.core.journal.Archive;
import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.runtime.Clock;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageMetadata;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageTimestamps;
import io.fila.proto.v1.MessageView;
import io.fila.server.grpc.call.Timestamps;
import io.fila.server.wire.FallbackName;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows messages as they stand in their queue. Reads from disk. */
final class MessageViews {
    private final Archive archive;
    private final Clock clock;

    MessageViews(Archive archive, Clock clock) {
        this.archive = archive;
        this.clock = clock;
    }

    /** A message of a queue, or null if it has gone meanwhile. One whose body is damaged is shown without. */
    @Nullable MessageView view(QueueId id, QueueName queue, io.fila.core.message.Message message) {
        Message.Builder shown;
        try {
            Body body = archive.body(id, message.id());
            if (body == null) {
                return null;
            }
            shown = Message.newBuilder().mergeFrom(body.bytes());
        } catch (DamagedException | InvalidProtocolBufferException damaged) {
            shown = Message.newBuilder();
        }
        Envelope envelope = message.envelope();
        MessageTimestamps.Builder timestamps =
                MessageTimestamps.newBuilder().setEnqueuedAt(Timestamps.of(envelope.enqueuedAtNanos()));
        if (envelope.expires()) {
            timestamps.setExpiresAt(Timestamps.of(envelope.expiresAtNanos()));
        }
        MessageView.Builder view = MessageView.newBuilder();
        switch (message.place()) {
            case Place.Scheduled at -> due(view, MessageState.MESSAGE_STATE_SCHEDULED, at.dueNanos());
            case Place.Leased at -> {
                due(view, MessageState.MESSAGE_STATE_IN_FLIGHT, at.deadlineNanos());
                timestamps.setLeaseExpiresAt(Timestamps.of(at.deadlineNanos()));
                shown.setLeaseId(at.leaseId());
            }
            default -> view.setState(MessageState.MESSAGE_STATE_PENDING);
        }
        return view.setMessage(shown.setId(message.id().toString())
                        .setMetadata(metadata(queue, message))
                        .setTimestamps(timestamps))
                .build();
    }

    private void due(MessageView.Builder view, MessageState state, long atNanos) {
        Timestamp at = Timestamps.of(atNanos);
        long leftNanos = Math.max(0, atNanos - clock.nowNanos());
        view.setState(state).setDueAt(at).setDueInMs(TimeUnit.NANOSECONDS.toMillis(leftNanos));
    }

    private static MessageMetadata metadata(QueueName queue, io.fila.core.message.Message message) {
        Envelope envelope = message.envelope();
        MessageMetadata.Builder metadata = MessageMetadata.newBuilder()
                .setFairnessKey(envelope.scheduling().fairnessKey())
                .setWeight((int) envelope.scheduling().weight())
                .addAllThrottleKeys(envelope.scheduling().throttleKeys())
                .setAttemptCount(message.attempts())
                .setQueueId(queue.value())
                .setDedupKey(envelope.dedupKey())
                .setScriptFallback(FallbackName.of(envelope.scheduling().fallback()));
        DeadLetter death = envelope.deadLetter();
        if (death != null) {
            metadata.setDeadLetterReason(death.reason())
                    .setSourceQueue(death.sourceQueue())
                    .setDeadLetteredAt(Timestamps.of(death.atNanos()));
        }
        return metadata.build();
    }
}
