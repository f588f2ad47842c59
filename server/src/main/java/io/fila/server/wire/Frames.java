package io.fila.server.wire;

import io.fila.core.command.Accepted;
import io.fila.core.command.Accepted.Outcome;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Scheduling;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageMetadata;
import io.fila.proto.v1.MessageTimestamps;
import java.util.ArrayList;
import java.util.List;

/** The responses that are encoded by hand because a message passes through them at full speed. */
public final class Frames {

    /** Enough for an id, a lease, three timestamps and all tags. */
    private static final int FIXED_PART_BYTES = 128;

    private Frames() {}

    /** An EnqueueResponse. */
    public static Frame enqueued(Accepted accepted) {
        FrameWriter out = new FrameWriter(44);
        out.number(EnqueueResponse.DROPPED_FIELD_NUMBER, accepted.outcome() == Outcome.DROPPED ? 1 : 0);
        out.number(EnqueueResponse.DUPLICATE_FIELD_NUMBER, accepted.outcome() == Outcome.DUPLICATE ? 1 : 0);
        out.id(EnqueueResponse.MESSAGE_ID_FIELD_NUMBER, accepted.id());
        return out.toFrame();
    }

    /** A ConsumeResponse. */
    public static Frame delivered(Delivery delivery, Body body) {
        return new Frame(
                List.of(head(delivery, body, ConsumeResponse.MESSAGE_FIELD_NUMBER), new Frame.Piece(body.bytes())));
    }

    /**
     * A ConsumeBatch.
     *
     * @param bodies those of the deliveries
     */
    public static Frame batch(List<Delivery> deliveries, List<Body> bodies, List<SettlementOutcome> settled) {
        List<Frame.Piece> pieces = new ArrayList<>(2 * deliveries.size() + 1);
        for (int i = 0; i < deliveries.size(); i++) {
            Body body = bodies.get(i);
            pieces.add(head(deliveries.get(i), body, ConsumeBatch.MESSAGES_FIELD_NUMBER));
            pieces.add(new Frame.Piece(body.bytes()));
        }
        if (!settled.isEmpty()) {
            FrameWriter out = new FrameWriter(settled.size() * SettlementOutcome.TYPICAL_BYTES);
            for (int i = settled.size() - 1; i >= 0; i--) {
                settled.get(i).write(out);
            }
            pieces.add(out.toPiece());
        }
        return new Frame(pieces);
    }

    /** A Message as a field: the fields of the broker's own. The producer's bytes follow, as they came. */
    private static Frame.Piece head(Delivery delivery, Body body, int field) {
        Scheduling scheduling = delivery.envelope().scheduling();
        String queue = delivery.queue().value();
        FrameWriter out = new FrameWriter(
                FIXED_PART_BYTES + queue.length() + scheduling.fairnessKey().length());

        out.fixed64(Message.LEASE_ID_FIELD_NUMBER, delivery.leaseId());
        int before = out.size();
        if (delivery.envelope().expires()) {
            out.timestamp(
                    MessageTimestamps.EXPIRES_AT_FIELD_NUMBER,
                    delivery.envelope().expiresAtNanos());
        }
        out.timestamp(MessageTimestamps.LEASE_EXPIRES_AT_FIELD_NUMBER, delivery.deadlineNanos());
        out.timestamp(MessageTimestamps.LEASED_AT_FIELD_NUMBER, delivery.leasedAtNanos());
        out.timestamp(
                MessageTimestamps.ENQUEUED_AT_FIELD_NUMBER, delivery.envelope().enqueuedAtNanos());
        out.lengthDelimited(Message.TIMESTAMPS_FIELD_NUMBER, out.size() - before);

        before = out.size();
        if (scheduling.isFallback()) {
            out.text(MessageMetadata.SCRIPT_FALLBACK_FIELD_NUMBER, FallbackName.of(scheduling.fallback()));
        }
        out.text(MessageMetadata.DEDUP_KEY_FIELD_NUMBER, delivery.envelope().dedupKey());
        DeadLetter death = delivery.envelope().deadLetter();
        if (death != null) {
            out.timestamp(MessageMetadata.DEAD_LETTERED_AT_FIELD_NUMBER, death.atNanos());
            out.text(MessageMetadata.SOURCE_QUEUE_FIELD_NUMBER, death.sourceQueue());
            out.text(MessageMetadata.DEAD_LETTER_REASON_FIELD_NUMBER, death.reason());
        }
        out.text(MessageMetadata.QUEUE_ID_FIELD_NUMBER, queue);
        out.number(MessageMetadata.ATTEMPT_COUNT_FIELD_NUMBER, delivery.attempts());
        List<String> throttleKeys = scheduling.throttleKeys();
        for (int i = throttleKeys.size() - 1; i >= 0; i--) {
            out.element(MessageMetadata.THROTTLE_KEYS_FIELD_NUMBER, throttleKeys.get(i));
        }
        out.number(MessageMetadata.WEIGHT_FIELD_NUMBER, scheduling.weight());
        out.text(MessageMetadata.FAIRNESS_KEY_FIELD_NUMBER, scheduling.fairnessKey());
        out.lengthDelimited(Message.METADATA_FIELD_NUMBER, out.size() - before);

        out.id(Message.ID_FIELD_NUMBER, delivery.envelope().id());
        out.lengthDelimited(field, out.size() + body.size());
        return out.toPiece();
    }
}
