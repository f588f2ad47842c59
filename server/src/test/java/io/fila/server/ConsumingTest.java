package io.fila.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stream of deliveries does when its client is early, slow or gone. */
final class ConsumingTest {
    private static final ConsumeRequest ORDERS =
            ConsumeRequest.newBuilder().setQueue("orders").build();

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
    void headersComeBeforeAnyMessageExists() {
        ConsumerProbe consumer = ConsumerProbe.openWithoutReading(broker.channel(), ORDERS);

        assertThat(consumer.awaitHeaders()).isNotNull();
        assertThat(broker.stats("orders").getActiveConsumers()).isEqualTo(1);
    }

    @Test
    void clientThatNeverReadsHoldsFewMessagesAndDelaysNobody() {
        ConsumerProbe slow = ConsumerProbe.openWithoutReading(broker.channel(), ORDERS);
        slow.awaitHeaders();
        ConsumerProbe fast = broker.consume("orders");
        int sent = 2000;
        int heldAtMost = 600;

        broker.enqueueAll(IntStream.range(0, sent)
                .mapToObj(i -> Requests.enqueue("orders", "x".repeat(10_000)))
                .toList());

        for (ConsumeResponse delivery : fast.next(sent - heldAtMost)) {
            broker.ack("orders", delivery);
        }
        assertThat(slow.waiting()).isZero();
    }

    @Test
    void largeMessagesThatWaitedForTheirReaderArriveWholeAndInOrder() {
        ConsumerProbe consumer = ConsumerProbe.openWithoutReading(broker.channel(), ORDERS);
        consumer.awaitHeaders();
        List<EnqueueRequest> sent = IntStream.range(0, 40)
                .mapToObj(i -> EnqueueRequest.newBuilder()
                        .setQueue("orders")
                        .setPayload(payload(i, 500_000))
                        .build())
                .toList();
        sent.forEach(broker::enqueue);
        await().until(() -> broker.stats("orders").getInFlight() == sent.size());

        consumer.read(sent.size());

        for (EnqueueRequest request : sent) {
            assertThat(consumer.next().getMessage().getPayload()).isEqualTo(request.getPayload());
        }
    }

    @Test
    void cancelledStreamIsUnregisteredAtOnceAndItsLeasesStay() {
        ConsumerProbe consumer = broker.consume("orders");
        broker.enqueue("orders", "x");
        ConsumeResponse delivery = consumer.next();

        consumer.cancel();

        awaitNoConsumers();
        assertThat(broker.stats("orders").getInFlight()).isEqualTo(1);
        broker.ack("orders", delivery);
    }

    @Test
    void droppedConnectionIsUnregisteredAtOnce() {
        ManagedChannel connection = broker.connect();
        ConsumerProbe.open(connection, ORDERS);

        connection.shutdownNow();

        awaitNoConsumers();
    }

    @Test
    void streamOfADeletedQueueEndsWithNotFound() {
        ConsumerProbe consumer = broker.consume("orders");
        ConsumerProbe deadLetters = broker.consume("orders.dlq");

        var _ = broker.admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue("orders").build());

        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(deadLetters.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void queueCanBeDeletedUnderAClientThatDoesNotRead() {
        ConsumerProbe.openWithoutReading(broker.channel(), ORDERS).awaitHeaders();
        broker.enqueueAll(IntStream.range(0, 500)
                .mapToObj(i -> Requests.enqueue("orders", "x".repeat(10_000)))
                .toList());

        var _ = broker.admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue("orders").build());
        broker.createQueue("orders");

        assertThat(broker.stats("orders").getActiveConsumers()).isZero();
        assertThat(broker.stats("orders").getDepth()).isZero();
    }

    @Test
    void consumersTakeTurns() {
        ConsumerProbe one = broker.consume("orders");
        ConsumerProbe other = broker.consume("orders");
        for (int i = 0; i < 10; i++) {
            broker.enqueue("orders", "x");
        }

        assertThat(one.next(5)).hasSize(5);
        assertThat(other.next(5)).hasSize(5);
    }

    @Test
    void moreThanTheCreditFlowsWithoutAcks() {
        ConsumerProbe consumer = broker.consume("orders");

        broker.enqueueAll(IntStream.range(0, 3000)
                .mapToObj(i -> Requests.enqueue("orders", "message " + i))
                .toList());

        assertThat(consumer.next(3000)).hasSize(3000);
    }

    @Test
    void stoppingBrokerEndsStreamsWithUnavailable() {
        ConsumerProbe consumer = ConsumerProbe.open(broker.connect(), ORDERS);

        broker.stopServer();

        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }

    @Test
    void brokerStopsInTimeUnderAClientThatDoesNotRead() {
        ConsumerProbe.openWithoutReading(broker.channel(), ORDERS).awaitHeaders();
        broker.enqueueAll(IntStream.range(0, 500)
                .mapToObj(i -> Requests.enqueue("orders", "x".repeat(10_000)))
                .toList());

        assertTimeout(Duration.ofSeconds(5), broker::stopServer);
    }

    @Test
    void brokerThatFailsEndsItsStreams() {
        ConsumerProbe consumer = broker.consume("orders");

        Throwable failure = broker.breakBroker();

        assertThat(consumer.awaitEnd().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
        await().until(() -> failure.equals(broker.takeFailure()));
    }

    private void awaitNoConsumers() {
        await().atMost(500, MILLISECONDS)
                .pollInterval(10, MILLISECONDS)
                .until(() -> broker.stats("orders").getActiveConsumers() == 0);
    }

    private static ByteString payload(long seed, int size) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }
}
