package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.Settlement;
import io.fila.proto.v1.SettlementResult;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consuming in batches: credit, acks and nacks, and how a stream ends. */
final class ConsumeStreamTest {
    @TempDir
    Path directory;

    private ServerFixture broker;

    @BeforeEach
    void start() throws Exception {
        broker = ServerFixture.start(directory);
        broker.createQueue("orders");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void messagesComeAsFarAsCreditReachesAndNoOthersAreLeased() {
        enqueue(10);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 3);

        assertThat(consumer.messages(3)).extracting(ConsumeStreamTest::payload).containsExactly("0", "1", "2");
        assertThat(broker.stats("orders").getInFlight()).isEqualTo(3);
        consumer.credit(2);
        assertThat(consumer.messages(2)).extracting(ConsumeStreamTest::payload).containsExactly("3", "4");

        assertThat(broker.stats("orders").getInFlight()).isEqualTo(5);
        assertThat(consumer.surplus()).isZero();
    }

    @Test
    void headersComeBeforeAnyMessageAndWithoutCredit() {
        BatchConsumerProbe consumer = BatchConsumerProbe.openWithoutReading(broker.channel(), "orders", 0);

        assertThat(consumer.awaitHeaders()).isNotNull();
        assertThat(broker.stats("orders").getActiveConsumers()).isEqualTo(1);
    }

    @Test
    void acksAreAnsweredWhenTheMessagesAreGone() {
        enqueue(100);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 100);
        List<Message> messages = consumer.messages(100);

        consumer.ack(messages);

        assertThat(consumer.results(100))
                .allSatisfy(result -> assertThat(result.hasRefusal()).isFalse())
                .extracting(SettlementResult::getMessageId)
                .containsExactlyElementsOf(messages.stream().map(Message::getId).toList());
        assertThat(broker.stats("orders").getInFlight()).isZero();
    }

    @Test
    void nackedMessageComesAgain() {
        enqueue(1);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 2);
        Message first = consumer.messages(1).getFirst();

        consumer.nack(Failure.newBuilder()
                .setMessageId(first.getId())
                .setError("out of stock")
                .build());

        assertThat(consumer.results(1).getFirst().hasRefusal()).isFalse();
        Message again = consumer.messages(1).getFirst();
        assertThat(again.getId()).isEqualTo(first.getId());
        assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
    }

    @Test
    void refusedAckDoesNotFailTheStreamNorItsNeighbours() {
        enqueue(1);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 1);
        Message message = consumer.messages(1).getFirst();
        String unknown = "01939b3e-7c1a-7def-8123-456789abcdef";

        consumer.send(ConsumeCommand.newBuilder()
                .addAcks(Settlement.newBuilder().setMessageId("nonsense"))
                .addAcks(Settlement.newBuilder().setMessageId(unknown))
                .addAcks(Settlement.newBuilder())
                .addAcks(Settlement.newBuilder().setMessageId(message.getId()))
                .build());

        List<SettlementResult> results = consumer.results(4);
        assertThat(results)
                .extracting(
                        SettlementResult::getMessageId,
                        result -> Status.fromCodeValue(result.getRefusal().getCode())
                                .getCode())
                .containsExactlyInAnyOrder(
                        tuple("nonsense", Status.Code.INVALID_ARGUMENT),
                        tuple("", Status.Code.INVALID_ARGUMENT),
                        tuple(unknown, Status.Code.NOT_FOUND),
                        tuple(message.getId(), Status.Code.OK));
    }

    @Test
    void commandWithMoreAcksThanMayBeUnderWayIsTakenInPieces() {
        int many = 10_000;
        enqueue(many);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", many);
        List<Message> messages = consumer.messages(many);

        consumer.ack(messages);

        assertThat(consumer.results(many))
                .allSatisfy(result -> assertThat(result.hasRefusal()).isFalse());
        assertThat(broker.stats("orders").getInFlight()).isZero();
    }

    @Test
    void clientThatNeverReadsHoldsFewMessagesHoweverMuchCreditItGave() {
        int sent = 5000;
        BatchConsumerProbe slow =
                BatchConsumerProbe.openWithoutReading(broker.connectWithSmallWindow(), "orders", Integer.MAX_VALUE);
        slow.awaitHeaders();
        broker.enqueueAll(IntStream.range(0, sent)
                .mapToObj(i -> Requests.enqueue("orders", "x".repeat(1000)))
                .toList());
        assertThat(broker.stats("orders").getInFlight()).isLessThan(sent / 2);

        slow.read(Integer.MAX_VALUE);

        assertThat(slow.messages(sent)).hasSize(sent);
    }

    @Test
    void clientThatNeverReadsItsResultsIsStopped() {
        int acks = 100_000;
        BatchConsumerProbe consumer =
                BatchConsumerProbe.openWithoutReading(broker.connectWithSmallWindow(), "orders", 1);
        consumer.awaitHeaders();
        ConsumeCommand.Builder command = ConsumeCommand.newBuilder();
        for (int i = 0; i < 1000; i++) {
            command.addAcks(Settlement.newBuilder().setMessageId("01939b3e-7c1a-7def-8123-456789abcdef"));
        }
        for (int i = 0; i < acks / 1000; i++) {
            consumer.send(command.build());
        }
        enqueue(1);
        await().until(() -> broker.stats("orders").getInFlight() == 1);

        consumer.read(Integer.MAX_VALUE);

        assertThat(consumer.results(acks)).hasSize(acks);
        assertThat(consumer.messages(1)).hasSize(1);
    }

    @Test
    void largeMessagesComeOneAtATimeSoThatAnyClientCanReadThem() {
        List<String> sent = IntStream.range(0, 8)
                .mapToObj(i -> Integer.toString(i).repeat(3_000_000))
                .toList();
        sent.forEach(payload -> broker.enqueue("orders", payload));

        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 100);

        assertThat(consumer.messages(8)).extracting(ConsumeStreamTest::payload).containsExactlyElementsOf(sent);
    }

    @Test
    void halfCloseFinishesWhatWasSaidAndEndsWithOk() {
        enqueue(1000);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 500);
        List<Message> messages = consumer.messages(500);

        consumer.ack(messages);
        consumer.halfClose();

        assertThat(consumer.results(500))
                .allSatisfy(result -> assertThat(result.hasRefusal()).isFalse());
        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
        assertThat(broker.stats("orders").getActiveConsumers()).isZero();
        assertThat(broker.stats("orders").getInFlight()).isZero();
    }

    @Test
    void whatWasLeasedBeforeAHalfCloseIsDeliveredBeforeTheEnd() {
        enqueue(2000);
        BatchConsumerProbe consumer =
                BatchConsumerProbe.openWithoutReading(broker.connectWithSmallWindow(), "orders", 2000);
        await().until(() -> broker.stats("orders").getInFlight() > 0);

        consumer.halfClose();
        await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
        int leased = (int) broker.stats("orders").getInFlight();
        consumer.read(Integer.MAX_VALUE);

        assertThat(consumer.messages(leased)).hasSize(leased);
        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
        assertThat(consumer.surplus()).isZero();
    }

    @Test
    void cancelledStreamIsUnregisteredAndItsLeasesStay() {
        enqueue(5);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 5);
        Message message = consumer.messages(5).getFirst();

        consumer.cancel();

        await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
        assertThat(broker.stats("orders").getInFlight()).isEqualTo(5);
        broker.ack("orders", message.getId());
    }

    @Test
    void firstCommandNamesAQueueThatExists() {
        BatchConsumerProbe nameless = BatchConsumerProbe.openWithoutReading(broker.channel(), "", 1);
        BatchConsumerProbe mistaken = BatchConsumerProbe.openWithoutReading(broker.channel(), "unknown", 1);

        assertThat(nameless.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(mistaken.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void laterCommandNamesNoQueue() {
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 1);

        consumer.send(ConsumeCommand.newBuilder().setQueue("orders").build());

        Status end = consumer.awaitEnd();
        assertThat(end.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(end.getDescription()).contains("first command only");
        await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
    }

    @Test
    void streamThatEndsByAMistakeTellsFirstWhatBecameOfTheAcksBeforeIt() {
        int many = 1000;
        enqueue(many);
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", many);
        List<Message> messages = consumer.messages(many);

        consumer.ack(messages);
        consumer.send(ConsumeCommand.newBuilder().setQueue("orders").build());

        assertThat(consumer.results(many)).noneMatch(SettlementResult::hasRefusal);
        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(broker.stats("orders").getInFlight()).isZero();
    }

    @Test
    void bytesThatAreNoMessageEndTheStreamWithAStatus() throws Exception {
        try (UnfinishedMessage malformed = UnfinishedMessage.malformed(broker.port(), "ConsumeStream")) {
            await().until(malformed::hasStatus);
        }
    }

    @Test
    void garbageEndsTheStream() {
        StreamProbe<ByteString, ConsumeBatch> silent = rawConsumer();
        silent.send(ByteString.copyFrom(new byte[] {26, 100, 1}));
        StreamProbe<ByteString, ConsumeBatch> attached = rawConsumer();
        attached.send(ConsumeCommand.newBuilder().setQueue("orders").build().toByteString());
        attached.awaitHeaders();
        attached.send(ByteString.copyFrom(new byte[] {26, 2, 10, 100}));

        assertThat(silent.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(attached.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
    }

    @Test
    void streamThatEndsBeforeItsFirstCommandIsToldSo() {
        StreamProbe<ByteString, ConsumeBatch> consumer = rawConsumer();

        consumer.halfClose();

        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    @Test
    void streamOfADeletedQueueEndsWithNotFound() {
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 1);

        var _ = broker.admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue("orders").build());

        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void plainClientsAndStreamingOnesShareAQueue() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        ConsumerProbe plain = ConsumerProbe.open(
                broker.connect(),
                ConsumeRequest.newBuilder()
                        .setQueue("orders")
                        .setMaxMessages(100)
                        .build());
        BatchConsumerProbe streaming = BatchConsumerProbe.open(broker.connect(), "orders", 100);

        Set<String> accepted = new HashSet<>();
        producer.send(IntStream.range(0, 100)
                .mapToObj(i -> Requests.enqueue("orders", "batched " + i))
                .toList());
        for (int i = 0; i < 100; i++) {
            accepted.add(broker.enqueue("orders", "single " + i));
        }
        producer.results(100).values().forEach(result -> accepted.add(result.getMessageId()));

        List<String> delivered = new ArrayList<>();
        List<Message> batched = streaming.messages(100);
        plain.next(100).forEach(delivery -> {
            delivered.add(delivery.getMessage().getId());
            broker.ack("orders", delivery);
        });
        batched.forEach(message -> delivered.add(message.getId()));
        streaming.ack(batched.subList(0, 50));
        batched.subList(50, 100).forEach(message -> broker.ack("orders", message.getId()));

        assertThat(streaming.results(50)).hasSize(50);
        assertThat(delivered).hasSize(200).containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(broker.stats("orders").getInFlight()).isZero();
        assertThat(broker.stats("orders").getDepth()).isZero();
    }

    private void enqueue(int count) {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        producer.send(IntStream.range(0, count)
                .mapToObj(i -> Requests.enqueue("orders", Integer.toString(i)))
                .toList());
        producer.results(count);
        producer.halfClose();
    }

    private static String payload(Message message) {
        return message.getPayload().toStringUtf8();
    }

    private StreamProbe<ByteString, ConsumeBatch> rawConsumer() {
        MethodDescriptor<ByteString, ConsumeBatch> method = FilaServiceGrpc.getConsumeStreamMethod().toBuilder(
                        RawBytesOut.INSTANCE, ProtoUtils.marshaller(ConsumeBatch.getDefaultInstance()))
                .build();
        return StreamProbe.open(broker.channel(), method);
    }
}
