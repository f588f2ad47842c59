package io.fila.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.fila.core.command.Accepted;
import io.fila.core.message.MessageId;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementKind;
import io.fila.proto.v1.SettlementResult;
import io.fila.proto.v1.StreamRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hand-written streams are what the generated parsers read, and read what the generated code writes. */
final class StreamFramesTest {
    private static final int SEEDS = 2000;

    @Test
    void batchIsReadMessageByMessage() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            EnqueueBatch.Builder batch = EnqueueBatch.newBuilder().setFirstSequence(random.nextLong());
            for (int i = random.nextInt(5); i > 0; i--) {
                batch.addMessages(EnqueueRequest.newBuilder()
                        .setQueue(text(random))
                        .putHeaders(text(random), text(random))
                        .setPayload(ByteString.copyFromUtf8(text(random)))
                        .setFairnessKey(text(random)));
            }

            EncodedBatch read = EncodedBatch.read(batch.build().toByteArray());

            for (int i = 0; i < batch.getMessagesCount(); i++) {
                assertThat(read.nextSequence()).as("seed %d", seed).isEqualTo(batch.getFirstSequence() + i);
                EncodedEnqueue alone = EncodedEnqueue.read(batch.getMessages(i).toByteArray());
                assertThat(read.next()).as("seed %d", seed).isEqualTo(alone);
            }
            assertThat(read.hasNext()).as("seed %d", seed).isFalse();
        }
    }

    @Test
    void commandIsReadPartByPart() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            ConsumeCommand command = randomCommand(random);

            EncodedCommand read = EncodedCommand.read(command.toByteArray());

            assertThat(read.queue()).as("seed %d", seed).isEqualTo(command.getQueue());
            assertThat(read.credit()).as("seed %d", seed).isEqualTo(Integer.toUnsignedLong(command.getCredit()));
            ConsumeCommand.Builder again =
                    ConsumeCommand.newBuilder().setQueue(command.getQueue()).setCredit(command.getCredit());
            while (read.hasNext()) {
                add(again, read.next());
            }
            assertThat(again.build()).as("seed %d", seed).isEqualTo(command);
        }
    }

    @Test
    void resultsAreReadAsWhatBecameOfEachMessage() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<EnqueueOutcome> outcomes = new ArrayList<>();
            EnqueueResults.Builder expected = EnqueueResults.newBuilder();
            for (int i = random.nextInt(5); i > 0; i--) {
                long sequence = random.nextLong();
                if (random.nextBoolean()) {
                    MessageId id = randomId(random);
                    boolean duplicate = random.nextBoolean();
                    outcomes.add(new EnqueueOutcome(
                            sequence, duplicate ? Accepted.duplicateOf(id) : Accepted.stored(id), null));
                    expected.addResults(EnqueueResult.newBuilder()
                            .setSequence(sequence)
                            .setMessageId(id.toString())
                            .setDuplicate(duplicate));
                } else {
                    EncodedRefusal refusal = randomRefusal(random);
                    outcomes.add(new EnqueueOutcome(sequence, null, refusal));
                    expected.addResults(
                            EnqueueResult.newBuilder().setSequence(sequence).setRefusal(generated(refusal)));
                }
            }

            Frame frame = EnqueueOutcome.frame(outcomes);

            assertThat(EnqueueResults.parseFrom(frame.open()))
                    .as("seed %d", seed)
                    .isEqualTo(expected.build());
        }
    }

    private static SettlementKind kind(EncodedSettlement settlement) {
        return switch (settlement.kind()) {
            case ACK -> SettlementKind.SETTLEMENT_KIND_ACK;
            case NACK -> SettlementKind.SETTLEMENT_KIND_NACK;
            case EXTEND -> SettlementKind.SETTLEMENT_KIND_EXTENSION;
        };
    }

    @Test
    void settlementsAreReadAsWhatBecameOfEach() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<SettlementOutcome> outcomes = new ArrayList<>();
            ConsumeBatch.Builder expected = ConsumeBatch.newBuilder();
            EncodedCommand command = EncodedCommand.read(randomCommand(random).toByteArray());
            while (command.hasNext()) {
                EncodedSettlement settlement = command.next();
                SettlementResult.Builder result = SettlementResult.newBuilder()
                        .setMessageId(idText(settlement))
                        .setLeaseId(settlement.leaseId())
                        .setKind(kind(settlement));
                EncodedRefusal refusal = random.nextBoolean() ? randomRefusal(random) : null;
                if (refusal != null) {
                    result.setRefusal(generated(refusal));
                }
                long expiresAtNanos = random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE);
                if (expiresAtNanos != 0) {
                    result.setExpiresAt(Timestamp.newBuilder()
                            .setSeconds(expiresAtNanos / 1_000_000_000L)
                            .setNanos((int) (expiresAtNanos % 1_000_000_000L)));
                }
                outcomes.add(new SettlementOutcome(settlement, expiresAtNanos, refusal));
                expected.addSettled(result);
            }

            Frame frame = Frames.batch(List.of(), List.of(), outcomes);

            assertThat(ConsumeBatch.parseFrom(frame.open())).as("seed %d", seed).isEqualTo(expected.build());
        }
    }

    @Test
    void textThatIsNoIdIsSentBackInPart() throws Exception {
        String nonsense = "x".repeat(1000) + "end";
        ConsumeCommand command = ConsumeCommand.newBuilder()
                .addAcks(Settlement.newBuilder().setMessageId(nonsense))
                .build();

        EncodedSettlement settlement =
                EncodedCommand.read(command.toByteArray()).next();

        assertThat(settlement.id()).isNull();
        assertThat(settlement.otherText()).endsWith("end").hasSize(64);
    }

    private static ConsumeCommand randomCommand(Random random) {
        ConsumeCommand.Builder command =
                ConsumeCommand.newBuilder().setQueue(text(random)).setCredit(random.nextInt());
        for (int i = random.nextInt(4); i > 0; i--) {
            command.addAcks(Settlement.newBuilder().setMessageId(id(random)).setLeaseId(random.nextLong()));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            command.addNacks(Failure.newBuilder()
                    .setMessageId(id(random))
                    .setLeaseId(random.nextLong())
                    .setError(text(random))
                    .setRetryAfterMs(random.nextLong())
                    .setHoldThrottleKey(text(random)));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            command.addExtensions(Extension.newBuilder()
                    .setMessageId(id(random))
                    .setLeaseId(random.nextLong())
                    .setExtendMs(random.nextLong()));
        }
        return command.build();
    }

    private static void add(ConsumeCommand.Builder command, EncodedSettlement read) {
        switch (read.kind()) {
            case ACK ->
                command.addAcks(
                        Settlement.newBuilder().setMessageId(idText(read)).setLeaseId(read.leaseId()));
            case NACK ->
                command.addNacks(Failure.newBuilder()
                        .setMessageId(idText(read))
                        .setLeaseId(read.leaseId())
                        .setError(read.error())
                        .setRetryAfterMs(read.retryAfterMillis())
                        .setHoldThrottleKey(read.holdThrottleKey()));
            case EXTEND ->
                command.addExtensions(Extension.newBuilder()
                        .setMessageId(idText(read))
                        .setLeaseId(read.leaseId())
                        .setExtendMs(read.extendMillis()));
        }
    }

    private static String idText(EncodedSettlement settlement) {
        MessageId id = settlement.id();
        return id == null ? settlement.otherText() : id.toString();
    }

    private static String id(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> text(random);
            case 1 -> randomId(random).toString().replace('-', '+');
            default -> randomId(random).toString();
        };
    }

    private static MessageId randomId(Random random) {
        return new MessageId(random.nextLong(), random.nextLong());
    }

    private static EncodedRefusal randomRefusal(Random random) {
        return new EncodedRefusal(random.nextInt(17), text(random), random.nextInt(5));
    }

    private static StreamRefusal generated(EncodedRefusal refusal) {
        return StreamRefusal.newBuilder()
                .setCode(refusal.code())
                .setMessage(refusal.sentence())
                .setRetryAfterMs(refusal.retryAfterMillis())
                .build();
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(12), 1, random.nextBoolean() ? 0x7F : 0x2FFF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
