package io.fila.server.wire;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.MessageId;
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
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Enough for an id, two timestamps and all tags. */
    private static final int FIXED_PART_BYTES = 96;

    private static final int SECONDS = 1;
    private static final int NANOS = 2;

    private Frames() {}

    /** An EnqueueResponse. */
    public static Frame enqueued(MessageId id) {
        FrameWriter out = new FrameWriter(38);
        out.uuid(EnqueueResponse.MESSAGE_ID_FIELD_NUMBER, id.high(), id.low());
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

        timestamp(out, MessageTimestamps.LEASED_AT_FIELD_NUMBER, delivery.leasedAtNanos());
        timestamp(
                out,
                MessageTimestamps.ENQUEUED_AT_FIELD_NUMBER,
                delivery.envelope().enqueuedAtNanos());
        out.lengthDelimited(Message.TIMESTAMPS_FIELD_NUMBER, out.size());

        int before = out.size();
        DeadLetter death = delivery.envelope().deadLetter();
        if (death != null) {
            timestamp(out, MessageMetadata.DEAD_LETTERED_AT_FIELD_NUMBER, death.atNanos());
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

        MessageId id = delivery.envelope().id();
        out.uuid(Message.ID_FIELD_NUMBER, id.high(), id.low());
        out.lengthDelimited(field, out.size() + body.size());
        return out.toPiece();
    }

    private static void timestamp(FrameWriter out, int field, long epochNanos) {
        int before = out.size();
        out.number(NANOS, Math.floorMod(epochNanos, NANOS_PER_SECOND));
        out.number(SECONDS, Math.floorDiv(epochNanos, NANOS_PER_SECOND));
        out.lengthDelimited(field, out.size() - before);
    }
}
