package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.QueueConfig;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Producing in batches: results, refusals, backpressure and endings. */
final class EnqueueStreamTest {
    @TempDir
    Path directory;

    private ServerFixture broker;

    @BeforeEach
    void start() throws Exception {
        start(directory, Map.of());
    }

    private void start(Path home, Map<String, String> settings) throws Exception {
        broker = ServerFixture.start(home, settings);
        broker.createQueue("orders");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void eachMessageHasAResultWithItsNumberAndItsId() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(orders(3));
        producer.send(orders(2));

        Map<Long, EnqueueResult> results = producer.results(5);
        assertThat(results.keySet()).containsExactly(0L, 1L, 2L, 3L, 4L);
        Set<String> ids = new HashSet<>();
        broker.consume("orders")
                .next(5)
                .forEach(delivery -> ids.add(delivery.getMessage().getId()));
        assertThat(results.values())
                .allSatisfy(result -> assertThat(result.hasRefusal()).isFalse())
                .extracting(EnqueueResult::getMessageId)
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    void headersComeBeforeAnyMessageIsSent() {
        assertThat(ProducerProbe.openWithoutReading(broker.channel()).awaitHeaders())
                .isNotNull();
    }

    @Test
    void refusedMessageDoesNotFailTheStreamNorItsNeighbours() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(List.of(
                Requests.enqueue("orders", "good"),
                Requests.enqueue("unknown", "x"),
                Requests.enqueue("", "x"),
                Requests.enqueue("orders", "x".repeat(5_000_000)),
                Requests.enqueue("orders", "good too")));

        Map<Long, EnqueueResult> results = producer.results(5);
        assertThat(results.values())
                .extracting(result ->
                        Status.fromCodeValue(result.getRefusal().getCode()).getCode())
                .containsExactly(
                        Status.Code.OK,
                        Status.Code.NOT_FOUND,
                        Status.Code.INVALID_ARGUMENT,
                        Status.Code.INVALID_ARGUMENT,
                        Status.Code.OK);
        assertThat(results.values())
                .filteredOn(EnqueueResult::hasRefusal)
                .allSatisfy(result -> assertThat(result.getMessageId()).isEmpty())
                .extracting(result -> result.getRefusal().getMessage())
                .first()
                .asString()
                .contains("unknown");
        producer.send(orders(1));
        assertThat(producer.results(1)).containsOnlyKeys(5L);
        assertThat(broker.stats("orders").getDepth()).isEqualTo(3);
    }

    @Test
    void messageThatCanNotBeReadIsRefusedAndItsNeighboursAreNot() {
        StreamProbe<ByteString, EnqueueResults> producer = rawProducer();
        ByteString good = Requests.enqueue("orders", "x").toByteString();
        ByteString bad = ByteString.copyFrom(new byte[] {10, 120});

        producer.send(batchOf(7, good, bad, good));

        List<EnqueueResult> results = new ArrayList<>();
        while (results.size() < 3) {
            results.addAll(producer.next().getResultsList());
        }
        assertThat(results)
                .filteredOn(EnqueueResult::hasRefusal)
                .singleElement()
                .satisfies(refused -> {
                    assertThat(refused.getSequence()).isEqualTo(8);
                    assertThat(refused.getRefusal().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT.value());
                    assertThat(refused.getRefusal().getMessage()).startsWith("Expected");
                });
    }

    @Test
    void garbageEndsTheStreamAfterTheResultsOfWhatCameBefore() {
        StreamProbe<ByteString, EnqueueResults> producer = rawProducer();

        producer.send(batchOf(0, Requests.enqueue("orders", "x").toByteString()));
        producer.send(ByteString.copyFrom(new byte[] {18, 100, 1}));

        assertThat(producer.next().getResultsCount()).isEqualTo(1);
        Status end = producer.awaitEnd();
        assertThat(end.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(end.getDescription()).startsWith("Expected an EnqueueBatch");
    }

    @Test
    void bytesThatAreNoMessageEndTheStreamWithAStatus() throws Exception {
        try (UnfinishedMessage malformed = UnfinishedMessage.malformed(broker.port(), "EnqueueStream")) {
            await().until(malformed::hasStatus);
        }
    }

    @Test
    void messageThatIsAnnouncedAsTooLargeEndsTheStreamWithASentence() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        var _ = producer.awaitHeaders();

        producer.send(List.of(EnqueueRequest.newBuilder()
                .setQueue("orders")
                .setPayload(ByteString.copyFrom(new byte[24 << 20]))
                .build()));

        Status end = producer.awaitEnd();
        assertThat(end.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(end.getDescription()).contains("exceeds maximum size");
    }

    @Test
    void emptyBatchMeansNothing() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(List.of());
        producer.send(orders(1));

        assertThat(producer.results(1)).containsOnlyKeys(0L);
    }

    @Test
    void batchLargerThanWhatMayBeUnderWayIsTakenInPieces() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        int many = 30_000;

        producer.send(Collections.nCopies(many, Requests.enqueue("orders", "x")));
        producer.send(orders(1));

        assertThat(producer.results(many + 1))
                .hasSize(many + 1)
                .allSatisfy(
                        (sequence, result) -> assertThat(result.hasRefusal()).isFalse());
        assertThat(broker.stats("orders").getDepth()).isEqualTo(many + 1);
    }

    @Test
    void halfCloseFinishesWhatIsUnderWay() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(Collections.nCopies(10_000, Requests.enqueue("orders", "x")));
        producer.halfClose();

        assertThat(producer.results(10_000)).hasSize(10_000);
        assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
    }

    @Test
    void clientThatNeverReadsItsResultsIsStoppedAndCanGoOnLater() {
        ProducerProbe producer = ProducerProbe.openWithoutReading(broker.connectWithSmallWindow());
        int sent = 40_000;
        for (int i = 0; i < sent; i += 1000) {
            producer.send(Collections.nCopies(1000, Requests.enqueue("orders", "x".repeat(100))));
        }
        await().until(() -> broker.stats("orders").getDepth() >= 4096);
        assertThat(broker.stats("orders").getDepth()).isLessThan(sent / 2);

        producer.read(Integer.MAX_VALUE);

        assertThat(producer.results(sent)).hasSize(sent);
        assertThat(broker.stats("orders").getDepth()).isEqualTo(sent);
    }

    @Test
    void streamWaitsForAFullBrokerInsteadOfBeingRefused() throws Exception {
        broker.close();
        start(
                directory.resolve("small"),
                Map.of("FILA_SCHEDULER__COMMAND_CHANNEL_CAPACITY", "4", "FILA_LIMITS__BYTES_UNDER_WAY", "1048576"));
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(Collections.nCopies(2000, Requests.enqueue("orders", "x".repeat(10_000))));

        assertThat(producer.results(2000))
                .allSatisfy(
                        (sequence, result) -> assertThat(result.hasRefusal()).isFalse());
    }

    @Test
    void manyStreamsWithThousandsOutstandingLoseNothing() {
        List<ProducerProbe> producers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ProducerProbe producer = ProducerProbe.open(broker.channel());
            producers.add(producer);
            for (int batch = 0; batch < 50; batch++) {
                producer.send(orders(100));
            }
        }

        int accepted = 0;
        for (ProducerProbe producer : producers) {
            accepted += (int) producer.results(5000).values().stream()
                    .filter(result -> !result.hasRefusal())
                    .count();
        }

        assertThat(broker.stats("orders").getDepth()).isEqualTo(accepted);
    }

    @Test
    void scriptsDecideAboutMessagesOfAStreamToo() {
        var _ = broker.admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName("scripted")
                        .setConfig(QueueConfig.newBuilder()
                                .setOnEnqueueScript(
                                        "function on_enqueue(msg) return { fairness_key = msg.headers.tenant } end"))
                        .build());
        ProducerProbe producer = ProducerProbe.open(broker.channel());

        producer.send(IntStream.range(0, 100)
                .mapToObj(i -> Requests.enqueue("scripted", "x").toBuilder()
                        .putHeaders("tenant", "t" + i % 3)
                        .build())
                .toList());

        assertThat(producer.results(100))
                .allSatisfy(
                        (sequence, result) -> assertThat(result.hasRefusal()).isFalse());
        assertThat(broker.stats("scripted").getPerKeyStatsList())
                .extracting(key -> key.getKey())
                .containsExactlyInAnyOrder("t0", "t1", "t2");
    }

    @Test
    void cancelledStreamLeavesTheBrokerAlone() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        producer.send(Collections.nCopies(20_000, Requests.enqueue("orders", "x")));
        producer.results(1);

        producer.cancel();

        String last = broker.enqueue("orders", "last");
        assertThat(last).isNotEmpty();
        await().until(() -> broker.stats("orders").getDepth() > 1);
    }

    @Test
    void stoppingBrokerEndsStreamsWithUnavailable() {
        ProducerProbe producer = ProducerProbe.open(broker.connect());
        producer.send(orders(10));
        producer.results(10);

        broker.stopServer();

        assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    private static List<EnqueueRequest> orders(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Requests.enqueue("orders", "message " + i))
                .toList();
    }

    private StreamProbe<ByteString, EnqueueResults> rawProducer() {
        MethodDescriptor<ByteString, EnqueueResults> method = FilaServiceGrpc.getEnqueueStreamMethod().toBuilder(
                        RawBytesOut.INSTANCE, ProtoUtils.marshaller(EnqueueResults.getDefaultInstance()))
                .build();
        return StreamProbe.open(broker.channel(), method);
    }

    /** A batch whose messages are encoded already, rightly or not. */
    private static ByteString batchOf(long firstSequence, ByteString... messages) {
        ByteString batch = EnqueueBatch.newBuilder()
                .setFirstSequence(firstSequence)
                .build()
                .toByteString();
        for (ByteString message : messages) {
            byte[] head = {18, (byte) message.size()};
            batch = batch.concat(ByteString.copyFrom(head)).concat(message);
        }
        return batch;
    }
}
