package io.fila.server.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The hand-written reader takes from a request what the generated parser takes. */
final class EncodedEnqueueTest {
    private static final int SEEDS = 20_000;

    @Test
    void readsWhatTheGeneratedParserReads() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] bytes = randomRequest(new Random(seed));

            EnqueueRequest expected = EnqueueRequest.parseFrom(bytes);
            EncodedEnqueue actual = EncodedEnqueue.read(bytes);

            assertSame(expected, actual, seed);
        }
    }

    @Test
    void refusesWhatTheGeneratedParserRefuses() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            byte[] bytes = damage(randomRequest(random), random);

            EnqueueRequest expected = parseOrNull(bytes);

            if (expected == null) {
                refused++;
                assertThatThrownBy(() -> EncodedEnqueue.read(bytes))
                        .as("seed %d", seed)
                        .isInstanceOf(MalformedException.class)
                        .hasMessageContaining("Expected");
            } else {
                EncodedEnqueue actual = readUnlessTooLong(bytes, seed);
                if (actual != null) {
                    assertSame(expected, actual, seed);
                }
            }
        }
        assertThat(refused).isBetween(SEEDS / 10, SEEDS - SEEDS / 10);
    }

    @Test
    void keepsHeadersAndPayloadByteForByte() throws Exception {
        byte[] body = Message.newBuilder()
                .putHeaders("a", "1")
                .putHeaders("b", "")
                .setPayload(ByteString.copyFromUtf8("payload"))
                .build()
                .toByteArray();
        byte[] request = concatenate(
                EnqueueRequest.newBuilder().setQueue("orders").build().toByteArray(),
                body,
                EnqueueRequest.newBuilder()
                        .setFairnessKey("acme")
                        .setWeight(3)
                        .build()
                        .toByteArray());

        assertThat(EncodedEnqueue.read(request).body().bytes()).isEqualTo(body);
    }

    @Test
    void keepsTheLastOfSeveralPayloads() throws Exception {
        byte[] first = EnqueueRequest.newBuilder()
                .setPayload(ByteString.copyFromUtf8("a long first payload"))
                .build()
                .toByteArray();
        byte[] last = EnqueueRequest.newBuilder()
                .setPayload(ByteString.copyFromUtf8("last"))
                .build()
                .toByteArray();

        EncodedEnqueue read = EncodedEnqueue.read(concatenate(first, last));

        assertThat(read.body().bytes()).isEqualTo(last);
        assertThat(read.payloadBytes()).isEqualTo(4);
    }

    @Test
    void countsHeadersAndTheirBytes() throws Exception {
        EncodedEnqueue read = EncodedEnqueue.read(EnqueueRequest.newBuilder()
                .putHeaders("ab", "cde")
                .putHeaders("ü", "")
                .build()
                .toByteArray());

        assertThat(read.headers()).isEqualTo(2);
        assertThat(read.headerBytes()).isEqualTo(7);
    }

    private static void assertSame(EnqueueRequest expected, EncodedEnqueue actual, int seed) throws Exception {
        Message body = Message.parseFrom(actual.body().bytes());
        assertThat(actual.queue()).as("seed %d", seed).isEqualTo(expected.getQueue());
        assertThat(actual.fairnessKey()).as("seed %d", seed).isEqualTo(expected.getFairnessKey());
        assertThat(actual.weight()).as("seed %d", seed).isEqualTo(Integer.toUnsignedLong(expected.getWeight()));
        assertThat(actual.throttleKeys()).as("seed %d", seed).isEqualTo(expected.getThrottleKeysList());
        assertSame(expected, actual.options(), seed);
        assertThat(actual.payloadBytes())
                .as("seed %d", seed)
                .isEqualTo(expected.getPayload().size());
        assertThat(body.getHeadersMap()).as("seed %d", seed).isEqualTo(expected.getHeadersMap());
        assertThat(body.getPayload()).as("seed %d", seed).isEqualTo(expected.getPayload());
        assertThat(body.getUnknownFields().asMap()).as("seed %d", seed).isEmpty();
    }

    private static void assertSame(EnqueueRequest expected, EncodedOptions actual, int seed) {
        assertThat(actual.delayMillis()).as("seed %d", seed).isEqualTo(expected.getDelayMs());
        assertThat(actual.ttlMillis()).as("seed %d", seed).isEqualTo(expected.getTtlMs());
        assertThat(actual.dedupKey()).as("seed %d", seed).isEqualTo(expected.getDedupKey());
        assertThat(actual.timed()).as("seed %d", seed).isEqualTo(expected.hasDeliverAt());
        Timestamp moment = expected.getDeliverAt();
        if (Math.abs(moment.getSeconds()) <= Integer.MAX_VALUE + 1L) {
            assertThat(actual.deliverAtNanos())
                    .as("seed %d", seed)
                    .isEqualTo(moment.getSeconds() * 1_000_000_000L + moment.getNanos());
        }
    }

    /** The generated parser lets some varints of more than ten bytes pass; ours lets none. */
    private static @Nullable EncodedEnqueue readUnlessTooLong(byte[] bytes, int seed) {
        try {
            return EncodedEnqueue.read(bytes);
        } catch (MalformedException refused) {
            assertThat(refused).as("seed %d", seed).hasMessageContaining("more than ten bytes");
            return null;
        }
    }

    private static @Nullable EnqueueRequest parseOrNull(byte[] bytes) {
        try {
            return EnqueueRequest.parseFrom(bytes);
        } catch (InvalidProtocolBufferException refused) {
            return null;
        }
    }

    /** Fields in any order, some repeated, with fields of other numbers between them: protobuf messages concatenate. */
    private static byte[] randomRequest(Random random) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int parts = random.nextInt(8);
        for (int i = 0; i < parts; i++) {
            EnqueueRequest.Builder part = EnqueueRequest.newBuilder();
            switch (random.nextInt(11)) {
                case 0 -> part.setQueue(text(random));
                case 1 -> part.putHeaders(text(random), text(random));
                case 2 -> part.setPayload(payload(random));
                case 3 -> part.setFairnessKey(text(random));
                case 4 -> part.setWeight(random.nextInt());
                case 5 -> part.addThrottleKeys(text(random)).addThrottleKeys(text(random));
                case 6 -> part.setDelayMs(random.nextLong()).setDedupKey(text(random));
                case 7 ->
                    part.setDeliverAt(Timestamp.newBuilder()
                            .setSeconds(random.nextInt())
                            .setNanos(random.nextInt(1_000_000_000)));
                case 8 -> part.setTtlMs(random.nextLong());
                case 9 -> part.setUnknownFields(unknown(random, 2));
                default -> part.setQueue("q").putHeaders("k", "v").setPayload(payload(random));
            }
            part.build().writeTo(out);
        }
        return out.toByteArray();
    }

    /** A number of a known field too, for with another wire type than the field's own it is unknown as well. */
    private static UnknownFieldSet unknown(Random random, int depth) {
        UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
        int number = 1 + random.nextInt(random.nextBoolean() ? 20 : 3000);
        switch (random.nextInt(depth > 0 ? 4 : 3)) {
            case 0 -> field.addFixed32(random.nextInt());
            case 1 -> field.addFixed64(random.nextLong());
            case 2 -> {
                field.addVarint(random.nextLong()).addLengthDelimited(payload(random));
                number += 22;
            }
            default -> field.addGroup(unknown(random, depth - 1));
        }
        return UnknownFieldSet.newBuilder().addField(number, field.build()).build();
    }

    private static ByteString payload(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(12), 1, random.nextBoolean() ? 0x7F : 0x2FFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = random.nextBoolean() ? bytes.clone() : Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        for (int i = random.nextInt(3); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return damaged;
    }

    private static byte[] concatenate(byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part);
        }
        return out.toByteArray();
    }
}
