package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.rpc.RetryInfo;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens at the limits of the broker as a whole. */
final class OverloadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void fullInboxRefusesWithAHintAndTheRefusedLeavesNothing() throws Exception {
        try (ServerFixture broker =
                ServerFixture.start(directory, Map.of("FILA_SCHEDULER__COMMAND_CHANNEL_CAPACITY", "1"))) {
            broker.createQueue("orders");
            FilaServiceGrpc.FilaServiceFutureStub stub = FilaServiceGrpc.newFutureStub(broker.channel());
            List<ListenableFuture<EnqueueResponse>> answers = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                answers.add(stub.enqueue(Requests.enqueue("orders", "x")));
            }

            int accepted = 0;
            List<Throwable> refused = new ArrayList<>();
            for (ListenableFuture<EnqueueResponse> answer : answers) {
                try {
                    var _ = answer.get();
                    accepted++;
                } catch (ExecutionException refusal) {
                    refused.add(refusal);
                }
            }

            assertThat(refused).isNotEmpty().allSatisfy(OverloadTest::assertExhaustedWithHint);
            assertThat(broker.stats("orders").getDepth()).isEqualTo(accepted);
        }
    }

    @Test
    void fullDiskRefusesEnqueuesBeforeItLooksForTheQueueAndNothingElse() throws Exception {
        Map<String, String> noRoom = Map.of("FILA_STORAGE__MIN_FREE_BYTES", Long.toString(Long.MAX_VALUE / 2));
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            broker.enqueue("orders", "x");
        }
        try (ServerFixture broker = ServerFixture.start(directory, noRoom)) {
            assertThatThrownBy(() -> broker.enqueue("unknown", "x")).satisfies(OverloadTest::assertExhaustedWithHint);
            broker.ack("orders", broker.consume("orders").next());
        }
    }

    @Test
    void tooManyBytesUnderWayAreRefused() throws Exception {
        Map<String, String> settings = Map.of("FILA_LIMITS__BYTES_UNDER_WAY", Integer.toString(1 << 20));
        try (ServerFixture broker = ServerFixture.start(directory, settings)) {
            broker.createQueue("orders");
            FilaServiceGrpc.FilaServiceFutureStub stub = FilaServiceGrpc.newFutureStub(broker.channel());
            List<ListenableFuture<EnqueueResponse>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answers.add(stub.enqueue(Requests.enqueue("orders", "x".repeat(1_000_000))));
            }

            int accepted = 0;
            for (ListenableFuture<EnqueueResponse> answer : answers) {
                try {
                    var _ = answer.get();
                    accepted++;
                } catch (ExecutionException refusal) {
                    assertExhaustedWithHint(refusal);
                }
            }

            assertThat(accepted).isPositive();
            assertThat(broker.stats("orders").getDepth()).isEqualTo(accepted);
            assertThat(broker.enqueue("orders", "x".repeat(1_000_000))).isNotEmpty();
        }
    }

    @Test
    void oneConsumerTooManyIsRefusedUntilAnotherLeaves() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory, Map.of("FILA_LIMITS__CONSUMERS", "1"))) {
            broker.createQueue("orders");
            ConsumeRequest orders =
                    ConsumeRequest.newBuilder().setQueue("orders").build();
            ConsumerProbe first = broker.consume("orders");

            ConsumerProbe second = ConsumerProbe.openWithoutReading(broker.channel(), orders);
            assertThat(second.awaitEnd().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);

            first.cancel();
            await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
            assertThat(broker.consume("orders").awaitHeaders()).isNotNull();
        }
    }

    @Test
    void oneProducerTooManyIsRefusedUntilAnotherLeaves() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory, Map.of("FILA_LIMITS__PRODUCERS", "1"))) {
            ProducerProbe first = ProducerProbe.open(broker.channel());
            first.awaitHeaders();

            Status end = ProducerProbe.open(broker.channel()).awaitEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(end.getDescription()).contains("limits.producers");

            first.cancel();
            assertThat(openWhenThereIsRoom(broker).awaitHeaders()).isNotNull();
        }
    }

    @Test
    void clientThatDoesNotReadLosesItsStreamWhereTooMuchWaits() throws Exception {
        Map<String, String> settings =
                Map.of("FILA_LIMITS__BYTES_WAITING", Integer.toString(1 << 20), "FILA_LIMITS__PRODUCERS", "1");
        try (ServerFixture broker = ServerFixture.start(directory, settings)) {
            broker.createQueue("orders");
            int sent = 40_000;
            ProducerProbe deaf = ProducerProbe.openWithoutReading(broker.connectWithSmallWindow());
            deaf.awaitHeaders();
            deaf.send(Collections.nCopies(sent, Requests.enqueue("orders", "x".repeat(100))));

            ProducerProbe next = openWhenThereIsRoom(broker);

            deaf.read(Integer.MAX_VALUE);
            Status end = deaf.awaitEnd();
            assertThat(end.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(end.getDescription()).contains("limits.bytes_waiting");
            assertThat(broker.stats("orders").getDepth()).isLessThan(sent);
            next.send(Collections.nCopies(1000, Requests.enqueue("orders", "x")));
            assertThat(next.results(1000)).hasSize(1000);
        }
    }

    private static ProducerProbe openWhenThereIsRoom(ServerFixture broker) {
        return await().ignoreExceptions()
                .atMost(PATIENCE)
                .until(
                        () -> {
                            ProducerProbe producer = ProducerProbe.open(broker.channel());
                            producer.awaitHeaders();
                            return producer;
                        },
                        opened -> true);
    }

    @Test
    void consumerThatNeverReadsHoldsNoMoreThanItMay() throws Exception {
        Map<String, String> settings = Map.of("FILA_LIMITS__IN_FLIGHT_PER_CONSUMER", "300");
        try (ServerFixture broker = ServerFixture.start(directory, settings)) {
            broker.createQueue("orders");
            ConsumeRequest orders =
                    ConsumeRequest.newBuilder().setQueue("orders").build();
            ConsumerProbe.openWithoutReading(broker.channel(), orders).awaitHeaders();
            broker.enqueueAll(IntStream.range(0, 2000)
                    .mapToObj(i -> Requests.enqueue("orders", ""))
                    .toList());
            await().until(() -> broker.stats("orders").getInFlight() == 300);

            ConsumerProbe reader = broker.consume("orders");
            for (int i = 0; i < 1700; i++) {
                broker.ack("orders", reader.next());
            }

            assertThat(broker.stats("orders").getInFlight()).isEqualTo(300);
            assertThat(broker.stats("orders").getDepth()).isZero();
        }
    }

    @Test
    void oneConnectionTooManyIsClosedUntilAnotherIs() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory, Map.of("FILA_LIMITS__CONNECTIONS", "1"))) {
            broker.createQueue("orders");
            FilaServiceGrpc.FilaServiceBlockingStub late = FilaServiceGrpc.newBlockingStub(broker.connect());

            assertThatThrownBy(() -> late.enqueue(Requests.enqueue("orders", "x")))
                    .satisfies(refusal ->
                            assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(Status.Code.UNAVAILABLE));

            broker.channel().shutdownNow();
            await().ignoreExceptions()
                    .until(() -> !late.enqueue(Requests.enqueue("orders", "x"))
                            .getMessageId()
                            .isEmpty());
        }
    }

    @Test
    void messagesThatNeverEndGiveWayToThoseThatDo() throws Exception {
        Map<String, String> settings = Map.of("FILA_LIMITS__BYTES_UNDER_WAY", Integer.toString(4 << 20));
        try (ServerFixture broker = ServerFixture.start(directory, settings)) {
            broker.createQueue("orders");
            List<UnfinishedMessage> unfinished = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                unfinished.add(UnfinishedMessage.send(broker.port(), 4 << 20, 1 << 20));
            }

            await().until(() -> unfinished.stream().anyMatch(UnfinishedMessage::isAnswered));
            await().ignoreExceptions()
                    .until(() ->
                            !broker.enqueue("orders", "x".repeat(2_000_000)).isEmpty());
            for (UnfinishedMessage each : unfinished) {
                each.close();
            }
        }
    }

    @Test
    void clientsGoOnWhenTheirConnectionsHaveBecomeTooOld() throws Exception {
        try (ServerFixture broker =
                ServerFixture.start(directory, Map.of("FILA_SERVER__MAX_CONNECTION_AGE_MS", "500"))) {
            broker.createQueue("orders");
            await().during(Duration.ofSeconds(2))
                    .until(() -> !broker.enqueue("orders", "x").isEmpty());
        }
    }

    static void assertExhaustedWithHint(Throwable refusal) {
        assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(Status.fromThrowable(refusal).getDescription()).startsWith("Expected");
        com.google.rpc.Status details = StatusProto.fromThrowable(refusal);
        assertThat(details).isNotNull();
        assertThat(details.getDetails(0).is(RetryInfo.class)).isTrue();
    }
}
