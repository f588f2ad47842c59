package io.fila.e2e;

import static io.fila.e2e.wire.PlainClient.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.QueueInfo;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A message from enqueue to ack, nack and expiry, and its queue from creation to deletion. */
class MessageLifeIT {
    private static final Duration SHORT_LEASE = Duration.ofSeconds(1);
    private static final Duration SILENCE = Duration.ofMillis(300);
    private static final String UUID_V7 = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    @RegisterExtension
    static final RunningBroker broker = new RunningBroker();

    @Test
    void messageArrivesAsItWasSent() throws InterruptedException {
        broker.client().createQueue("as-sent");
        ByteString payload = ByteString.copyFrom(new byte[] {0, 1, -1, 10, 13, 127, -128});
        Instant before = Instant.now();

        String id = broker.client()
                .enqueue(EnqueueRequest.newBuilder()
                        .setQueue("as-sent")
                        .putHeaders("tenant", "acme")
                        .putHeaders("ключ", "")
                        .setPayload(payload)
                        .setFairnessKey("acme")
                        .setWeight(3)
                        .build());

        try (PlainStream stream = broker.client().consume("as-sent")) {
            Message message = stream.next();
            assertThat(id).matches(UUID_V7);
            assertThat(message.getId()).isEqualTo(id);
            assertThat(message.getPayload()).isEqualTo(payload);
            assertThat(message.getHeadersMap()).containsOnly(Map.entry("tenant", "acme"), Map.entry("ключ", ""));
            assertThat(message.getMetadata().getFairnessKey()).isEqualTo("acme");
            assertThat(message.getMetadata().getWeight()).isEqualTo(3);
            assertThat(message.getMetadata().getAttemptCount()).isZero();
            assertThat(message.getMetadata().getQueueId()).isEqualTo("as-sent");
            Instant enqueuedAt = instant(message.getTimestamps().getEnqueuedAt());
            Instant leasedAt = instant(message.getTimestamps().getLeasedAt());
            assertThat(enqueuedAt)
                    .isBetween(before.minusSeconds(1), Instant.now().plusSeconds(1));
            assertThat(leasedAt).isBetween(enqueuedAt, Instant.now().plusSeconds(1));
        }
    }

    @Test
    void messageWithoutSchedulingIsOfTheDefaultFlow() throws InterruptedException {
        broker.client().createQueue("default-flow");

        broker.client()
                .enqueue(EnqueueRequest.newBuilder().setQueue("default-flow").build());

        try (PlainStream stream = broker.client().consume("default-flow")) {
            Message message = stream.next();
            assertThat(message.getMetadata().getFairnessKey()).isEqualTo("default");
            assertThat(message.getMetadata().getWeight()).isEqualTo(1);
            assertThat(message.getPayload()).isEqualTo(ByteString.EMPTY);
            assertThat(message.getHeadersMap()).isEmpty();
        }
    }

    @Test
    void streamIsOpenBeforeAnyMessageExists() throws InterruptedException {
        broker.client().createQueue("headers-first");

        try (PlainStream stream = broker.client().consume("headers-first").awaitHeaders()) {
            assertThat(stream.poll(SILENCE)).isNull();

            String id = broker.client().enqueue("headers-first", "at last");

            assertThat(stream.next().getId()).isEqualTo(id);
        }
    }

    @Test
    void messagesOfOneFlowComeInTheOrderOfTheirEnqueue() throws InterruptedException {
        broker.client().createQueue("in-order");
        List<String> ids = IntStream.range(0, 200)
                .mapToObj(i -> broker.client().enqueue("in-order", "m" + i))
                .toList();

        try (PlainStream stream = broker.client().consume("in-order")) {
            assertThat(stream.next(200)).extracting(Message::getId).containsExactlyElementsOf(ids);
        }
    }

    @Test
    void ackedMessageIsGone() throws InterruptedException {
        broker.client().createQueue("acked", SHORT_LEASE);
        String id = broker.client().enqueue("acked", "once");
        try (PlainStream stream = broker.client().consume("acked")) {
            assertThat(stream.next().getId()).isEqualTo(id);
            assertThat(broker.client().stats("acked").getInFlight()).isEqualTo(1);

            broker.client().ack("acked", id);

            assertThat(broker.client().stats("acked").getInFlight()).isZero();
            assertThat(broker.client().stats("acked").getDepth()).isZero();
            assertThat(stream.poll(SHORT_LEASE.plus(SILENCE))).isNull();
            refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("acked", id));
        }
    }

    @Test
    void nackedMessageComesBackAtOnceWithOneMoreAttempt() throws InterruptedException {
        broker.client().createQueue("nacked");
        String id = broker.client().enqueue("nacked", "again");
        try (PlainStream stream = broker.client().consume("nacked")) {
            assertThat(stream.next().getMetadata().getAttemptCount()).isZero();

            broker.client().nack("nacked", id, "not today");

            Message again = stream.next();
            assertThat(again.getId()).isEqualTo(id);
            assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
            assertThat(again.getPayload().toStringUtf8()).isEqualTo("again");
        }
    }

    @Test
    void expiredLeaseReturnsItsMessageAndRefusesALateAck() throws InterruptedException {
        broker.client().createQueue("expired", SHORT_LEASE);
        String id = broker.client().enqueue("expired", "slow");
        try (PlainStream slow = broker.client().consume("expired")) {
            assertThat(slow.next().getId()).isEqualTo(id);
        }

        try (PlainStream quick = broker.client().consume("expired")) {
            Message again = quick.next();
            assertThat(again.getId()).isEqualTo(id);
            assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);

            broker.client().ack("expired", id);
            refusal(Status.Code.NOT_FOUND, () -> broker.client().ack("expired", id));
            refusal(Status.Code.NOT_FOUND, () -> broker.client().nack("expired", id, "too late"));
        }
    }

    @Test
    void cancelledStreamIsUnregisteredAndItsLeasesStay() throws InterruptedException {
        broker.client().createQueue("cancelled");
        String id = broker.client().enqueue("cancelled", "held");
        PlainStream stream = broker.client().consume("cancelled");
        assertThat(stream.next().getId()).isEqualTo(id);
        assertThat(broker.client().stats("cancelled").getActiveConsumers()).isEqualTo(1);

        stream.close();

        await().untilAsserted(
                        () -> assertThat(broker.client().stats("cancelled").getActiveConsumers())
                                .isZero());
        assertThat(broker.client().stats("cancelled").getInFlight()).isEqualTo(1);
        broker.client().ack("cancelled", id);
    }

    @Test
    void statsTellPendingLeasedAndFlows() throws InterruptedException {
        broker.client().createQueue("stats");
        for (int i = 0; i < 3; i++) {
            broker.client().enqueue("stats", "a", "m" + i);
        }
        broker.client()
                .enqueue(EnqueueRequest.newBuilder()
                        .setQueue("stats")
                        .setFairnessKey("b")
                        .setWeight(7)
                        .build());

        GetStatsResponse stats = broker.client().stats("stats");

        assertThat(stats.getDepth()).isEqualTo(4);
        assertThat(stats.getInFlight()).isZero();
        assertThat(stats.getActiveFairnessKeys()).isEqualTo(2);
        assertThat(stats.getQuantum()).isEqualTo(1000);
        assertThat(stats.getPerKeyStatsList())
                .extracting(
                        PerFairnessKeyStats::getKey,
                        PerFairnessKeyStats::getPendingCount,
                        PerFairnessKeyStats::getWeight)
                .containsExactlyInAnyOrder(tuple("a", 3L, 1), tuple("b", 1L, 7));
        try (PlainStream stream = broker.client().consume("stats")) {
            stream.next(4);
            await().untilAsserted(() ->
                    assertThat(broker.client().stats("stats").getInFlight()).isEqualTo(4));
            assertThat(broker.client().stats("stats").getDepth()).isZero();
        }
    }

    @Test
    void queuesAreListedByName() {
        broker.client().createQueue("list-b");
        broker.client().createQueue("list-a");
        broker.client().enqueue("list-a", "pending");

        List<QueueInfo> queues = broker.client()
                .admin()
                .listQueues(ListQueuesRequest.getDefaultInstance())
                .getQueuesList();

        assertThat(queues).extracting(QueueInfo::getName).isSorted().contains("list-a", "list-b");
        assertThat(queues)
                .filteredOn(queue -> queue.getName().equals("list-a"))
                .singleElement()
                .satisfies(queue -> assertThat(queue.getDepth()).isEqualTo(1));
    }

    @Test
    void deletedQueueEndsItsStreamsAndLeavesNothingBehind() throws InterruptedException {
        broker.client().createQueue("deleted");
        broker.client().enqueue("deleted", "leased");
        try (PlainStream stream = broker.client().consume("deleted")) {
            stream.next();
        }
        for (int i = 0; i < 50; i++) {
            broker.client().enqueue("deleted", "pending");
        }
        try (PlainStream waiting = broker.client().consume("deleted").awaitHeaders()) {
            delete("deleted");

            assertThat(waiting.awaitEnd().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        }
        refusal(Status.Code.NOT_FOUND, () -> broker.client().stats("deleted"));
        broker.client().createQueue("deleted");
        assertThat(broker.client().stats("deleted").getDepth()).isZero();
        assertThat(broker.client().stats("deleted").getInFlight()).isZero();
        String id = broker.client().enqueue("deleted", "of the new queue");
        try (PlainStream stream = broker.client().consume("deleted")) {
            assertThat(stream.next().getId()).isEqualTo(id);
        }
    }

    @Test
    void payloadOfTheLimitPassesAndALargerOneIsRefused() throws InterruptedException {
        broker.client().createQueue("large");
        // So much less than 4 MiB that a client with gRPC's default limit can receive it.
        int limit = (4 << 20) - (128 << 10);
        byte[] payload = new byte[limit];
        new Random(1).nextBytes(payload);

        broker.client()
                .enqueue(EnqueueRequest.newBuilder()
                        .setQueue("large")
                        .setPayload(ByteString.copyFrom(payload))
                        .build());

        String sentence = refusal(
                Status.Code.INVALID_ARGUMENT,
                () -> broker.client()
                        .enqueue(EnqueueRequest.newBuilder()
                                .setQueue("large")
                                .setPayload(ByteString.copyFrom(new byte[limit + 1]))
                                .build()));
        assertThat(sentence).contains(Integer.toString(limit));
        try (PlainStream stream = broker.client().consume("large")) {
            assertThat(stream.next().getPayload()).isEqualTo(ByteString.copyFrom(payload));
        }
    }

    private static void delete(String queue) {
        var _ = broker.client()
                .admin()
                .deleteQueue(DeleteQueueRequest.newBuilder().setQueue(queue).build());
    }

    private static Instant instant(Timestamp timestamp) {
        return Instant.ofEpochSecond(timestamp.getSeconds(), timestamp.getNanos());
    }
}
