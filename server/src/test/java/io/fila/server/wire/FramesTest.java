package io.fila.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageMetadata;
import io.fila.proto.v1.MessageTimestamps;
import io.grpc.Drainable;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hand-written responses are what the generated parsers read. */
final class FramesTest {
    private static final int SEEDS = 5000;

    @Test
    void enqueueResponseCarriesTheCanonicalId() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            MessageId id = new MessageId(random.nextLong(), random.nextLong());

            EnqueueResponse parsed = EnqueueResponse.parseFrom(
                    Frames.enqueued(Accepted.stored(id)).open());

            assertThat(parsed)
                    .as("seed %d", seed)
                    .isEqualTo(EnqueueResponse.newBuilder()
                            .setMessageId(id.toString())
                            .build());
        }
    }

    @Test
    void enqueueResponseSaysWhatWasNotStored() throws Exception {
        MessageId first = new MessageId(1, 2);

        assertThat(EnqueueResponse.parseFrom(
                        Frames.enqueued(Accepted.duplicateOf(first)).open()))
                .isEqualTo(EnqueueResponse.newBuilder()
                        .setMessageId(first.toString())
                        .setDuplicate(true)
                        .build());
        assertThat(EnqueueResponse.parseFrom(Frames.enqueued(Accepted.dropped()).open()))
                .isEqualTo(EnqueueResponse.newBuilder().setDropped(true).build());
    }

    @Test
    void deliveryIsReadAsTheMessageItIs() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Message sent = Message.newBuilder()
                    .putHeaders(text(random), text(random))
                    .setPayload(ByteString.copyFromUtf8(text(random)))
                    .build();
            Delivery delivery = randomDelivery(random);

            Frame frame = Frames.delivered(delivery, new Body(sent.toByteArray()));

            assertThat(ConsumeResponse.parseFrom(frame.open()).getMessage())
                    .as("seed %d", seed)
                    .isEqualTo(expected(delivery, sent));
        }
    }

    @Test
    void frameReadsTheSameInOneGoAndInPieces() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Frame frame = Frames.delivered(randomDelivery(random), new Body(new byte[random.nextInt(50)]));
            byte[] whole = frame.open().readAllBytes();

            InputStream pieces = frame.open();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(pieces.readNBytes(random.nextInt(whole.length + 1)));
            if (pieces.available() > 0) {
                out.write(pieces.read());
            }
            int left = pieces.available();
            int drained = ((Drainable) pieces).drainTo(out);

            assertThat(drained).as("seed %d", seed).isEqualTo(left);
            assertThat(out.toByteArray()).as("seed %d", seed).isEqualTo(whole).hasSize(frame.size());
            assertThat(pieces.read()).isEqualTo(-1);
        }
    }

    @Test
    void largestDeliveryFitsIntoWhatAPlainClientReads() {
        Message.Builder sent =
                Message.newBuilder().setPayload(ByteString.copyFrom(new byte[Limits.DEFAULT_PAYLOAD_BYTES]));
        for (int i = 0; i < Limits.HEADERS; i++) {
            sent.putHeaders("header-%03d".formatted(i), "v".repeat(Limits.HEADER_BYTES / Limits.HEADERS - 10));
        }
        String key = "k".repeat(Limits.KEY_BYTES - 2);
        List<String> throttles = IntStream.range(10, 10 + Limits.THROTTLE_KEYS)
                .mapToObj(i -> key + i)
                .toList();
        String queue = "q".repeat(Limits.QUEUE_NAME_BYTES);
        Delivery delivery = new Delivery(
                new QueueId(1),
                new QueueName(queue),
                new Envelope(
                        new MessageId(1, 1),
                        new Scheduling(key, Scheduling.MAX_WEIGHT, throttles, Scheduling.Fallback.LAST_GOOD),
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        "d".repeat(Limits.DEDUP_KEY_BYTES),
                        new DeadLetter("€".repeat(Limits.ERROR_CHARS), queue, Long.MAX_VALUE)),
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                null);

        Body body = new Body(sent.build().toByteArray());

        assertThat(Frames.delivered(delivery, body).size()).isLessThan(4 * 1024 * 1024);
    }

    private static Delivery randomDelivery(Random random) {
        String key = random.nextInt(5) == 0 ? "k".repeat(random.nextInt(1, 255)) : text(random) + "k";
        List<String> throttleKeys = random.nextBoolean() ? List.of() : List.of(text(random), "", text(random));
        return new Delivery(
                new QueueId(1),
                new QueueName("q" + text(random)),
                new Envelope(
                        new MessageId(random.nextLong(), random.nextLong()),
                        new Scheduling(key, 1 + random.nextLong(Scheduling.MAX_WEIGHT), throttleKeys),
                        random.nextLong(Long.MAX_VALUE),
                        random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE),
                        random.nextBoolean() ? "" : text(random),
                        null),
                random.nextInt(Integer.MAX_VALUE),
                random.nextLong(Long.MAX_VALUE),
                random.nextLong(Long.MAX_VALUE),
                random.nextLong(),
                null);
    }

    private static Message expected(Delivery delivery, Message sent) {
        Scheduling scheduling = delivery.envelope().scheduling();
        MessageTimestamps.Builder timestamps = MessageTimestamps.newBuilder()
                .setEnqueuedAt(timestamp(delivery.envelope().enqueuedAtNanos()))
                .setLeasedAt(timestamp(delivery.leasedAtNanos()))
                .setLeaseExpiresAt(timestamp(delivery.deadlineNanos()));
        if (delivery.envelope().expires()) {
            timestamps.setExpiresAt(timestamp(delivery.envelope().expiresAtNanos()));
        }
        return sent.toBuilder()
                .setId(delivery.envelope().id().toString())
                .setMetadata(MessageMetadata.newBuilder()
                        .setFairnessKey(scheduling.fairnessKey())
                        .setWeight((int) scheduling.weight())
                        .addAllThrottleKeys(scheduling.throttleKeys())
                        .setAttemptCount(delivery.attempts())
                        .setQueueId(delivery.queue().value())
                        .setDedupKey(delivery.envelope().dedupKey()))
                .setTimestamps(timestamps)
                .setLeaseId(delivery.leaseId())
                .build();
    }

    private static Timestamp timestamp(long epochNanos) {
        return Timestamp.newBuilder()
                .setSeconds(epochNanos / 1_000_000_000L)
                .setNanos((int) (epochNanos % 1_000_000_000L))
                .build();
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(40), 1, random.nextBoolean() ? 0x7F : 0x2FFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
