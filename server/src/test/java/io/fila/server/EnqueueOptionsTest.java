package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Timestamp;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.ExtendLeaseResponse;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.SettlementResult;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What producers ask for besides a place in line, and what consumers say about a delivery. */
final class EnqueueOptionsTest {
    private static final long TEN_YEARS_MILLIS = Duration.ofDays(3653).toMillis();

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
    void delayedMessageComesInTimeAndIsScheduledUntilThen() {
        ConsumerProbe consumer = broker.consume("orders");
        Instant sent = Instant.now();

        broker.enqueue(order().setDelayMs(1500).build());
        broker.enqueue(
                order().setDeliverAt(timestamp(sent.plus(Duration.ofHours(1)))).build());
        broker.enqueue(
                order().setDeliverAt(timestamp(sent.minus(Duration.ofHours(1)))).build());

        consumer.next();
        assertThat(broker.stats("orders").getScheduled()).isPositive();
        Message delayed = consumer.next().getMessage();
        assertThat(Instant.now()).isAfterOrEqualTo(sent.plusMillis(1500));
        assertThat(delayed.getMetadata().getAttemptCount()).isZero();
        assertThat(broker.stats("orders").getScheduled()).isEqualTo(1);
    }

    @Test
    void secondMessageWithADedupKeyIsAnsweredWithTheFirst() {
        EnqueueRequest request = order().setDedupKey("order 17").build();
        EnqueueResponse first = broker.messages().enqueue(request);

        EnqueueResponse second = broker.messages().enqueue(request);

        assertThat(first.getDuplicate()).isFalse();
        assertThat(second.getDuplicate()).isTrue();
        assertThat(second.getMessageId()).isEqualTo(first.getMessageId());
        Message delivered = broker.consume("orders").next().getMessage();
        assertThat(delivered.getMetadata().getDedupKey()).isEqualTo("order 17");
        assertThat(broker.stats("orders").getDuplicates()).isEqualTo(1);
        broker.ack("orders", delivered.getId());
        assertThat(broker.messages().enqueue(request).getDuplicate()).isFalse();
    }

    @Test
    void streamTellsOfDuplicatesToo() {
        ProducerProbe producer = ProducerProbe.open(broker.channel());
        EnqueueRequest request = order().setDedupKey("order 17").build();

        producer.send(List.of(request, request));

        var results = List.copyOf(producer.results(2).values());
        assertThat(results.get(1).getDuplicate()).isTrue();
        assertThat(results.get(1).getMessageId()).isEqualTo(results.get(0).getMessageId());
    }

    @Test
    void messageWhoseTimeIsOverIsDropped() {
        broker.enqueue(order().setTtlMs(1).build());
        await().until(() -> broker.stats("orders").getExpired() == 1
                || broker.stats("orders").getDepth() == 1);
        broker.enqueue(order().setTtlMs(3_600_000).build());

        Message delivered = broker.consume("orders").next().getMessage();

        assertThat(delivered.getTimestamps().hasExpiresAt()).isTrue();
        await().until(() -> broker.stats("orders").getExpired() == 1);
        assertThat(broker.stats("orders").getDepth()).isZero();
    }

    @Test
    void termsThatMakeNoSenseAreRefused() {
        assertInvalid(
                order().setDelayMs(1).setDeliverAt(timestamp(Instant.now())).build(), "both");
        assertInvalid(order().setDelayMs(TEN_YEARS_MILLIS + 1).build(), "delay_ms");
        assertInvalid(order().setDelayMs(-1).build(), "delay_ms");
        assertInvalid(order().setTtlMs(TEN_YEARS_MILLIS + 1).build(), "ttl_ms");
        assertInvalid(
                order().setDeliverAt(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE))
                        .build(),
                "deliver_at");
        assertInvalid(order().setDedupKey("x".repeat(257)).build(), "dedup_key");
    }

    @Test
    void messageThatIsCancelledIsNotDelivered() {
        broker.enqueue(order().setDedupKey("unwanted").build());
        broker.enqueue(order().setDedupKey("later").setDelayMs(3_600_000).build());
        broker.enqueue(order().setDedupKey("wanted").build());

        assertThat(cancel("orders", "unwanted")).isTrue();
        assertThat(cancel("orders", "later")).isTrue();
        assertThat(cancel("orders", "unwanted")).as("it is gone").isFalse();

        ConsumerProbe consumer = broker.consume("orders");
        assertThat(consumer.next().getMessage().getMetadata().getDedupKey()).isEqualTo("wanted");
        assertThat(cancel("orders", "wanted")).as("a consumer has it").isFalse();
        consumer.cancel();
        assertThatThrownBy(() -> cancel("orders", "")).satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        assertThatThrownBy(() -> cancel("orders", "x".repeat(257))).satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        assertThatThrownBy(() -> cancel("nowhere", "x")).satisfies(hasCode(Status.Code.NOT_FOUND));
    }

    @Test
    void messageThatIsOnlyOnDiskIsCancelledToo() throws Exception {
        broker.enqueue(order().build());
        broker.enqueue(order().setDedupKey("unwanted").build());
        broker.enqueue(order().setDedupKey("later").setDelayMs(3_600_000).build());
        // After a start nothing is in memory until somebody consumes.
        broker.restart();

        assertThat(cancel("orders", "unwanted")).isTrue();
        assertThat(cancel("orders", "later")).isTrue();
        assertThat(cancel("orders", "unwanted")).isFalse();

        ConsumerProbe consumer = broker.consume("orders");
        assertThat(consumer.next().getMessage().getMetadata().getDedupKey()).isEmpty();
        consumer.cancel();
        assertThat(broker.stats("orders").getDepth()).isZero();
    }

    private boolean cancel(String queue, String dedupKey) {
        return broker.messages()
                .cancel(CancelRequest.newBuilder()
                        .setQueue(queue)
                        .setDedupKey(dedupKey)
                        .build())
                .getCancelled();
    }

    @Test
    void ackOfAnEarlierLeaseDoesNotHitALaterOne() {
        broker.createQueue("quick", 1000);
        broker.enqueue("quick", "x");
        ConsumerProbe consumer = broker.consume("quick");
        Message stale = consumer.next().getMessage();
        Message current = consumer.next().getMessage();
        assertThat(current.getLeaseId()).isNotEqualTo(stale.getLeaseId()).isNotZero();
        assertThat(current.getTimestamps().hasLeaseExpiresAt()).isTrue();

        assertThatThrownBy(() -> broker.messages().ack(ack(stale))).satisfies(hasCode(Status.Code.NOT_FOUND));
        consumer.cancel();
    }

    @Test
    void extendedLeaseLastsAsLongAsWasAsked() {
        broker.enqueue("orders", "x");
        Message message = broker.consume("orders").next().getMessage();

        ExtendLeaseResponse extended = broker.messages()
                .extendLease(extend(message).setExtendMs(3_600_000).build());
        ExtendLeaseResponse usual =
                broker.messages().extendLease(extend(message).build());

        assertThat(extended.getExpiresAt().getSeconds())
                .isBetween(
                        message.getTimestamps().getLeasedAt().getSeconds() + 3600,
                        Instant.now().getEpochSecond() + 3601);
        assertThat(usual.getExpiresAt().getSeconds())
                .isLessThan(extended.getExpiresAt().getSeconds());
        assertThatThrownBy(() -> broker.messages()
                        .extendLease(extend(message)
                                .setExtendMs(Duration.ofDays(7).toMillis() + 1)
                                .build()))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        assertThatThrownBy(() -> broker.messages()
                        .extendLease(extend(message)
                                .setLeaseId(message.getLeaseId() + 1)
                                .build()))
                .satisfies(hasCode(Status.Code.NOT_FOUND));
    }

    @Test
    void streamExtendsLeasesToo() {
        broker.enqueue("orders", "x");
        BatchConsumerProbe consumer = BatchConsumerProbe.open(broker.channel(), "orders", 1);
        Message message = consumer.messages(1).getFirst();

        consumer.extend(Extension.newBuilder()
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .setExtendMs(3_600_000)
                .build());

        SettlementResult result = consumer.results(1).getFirst();
        assertThat(result.hasRefusal()).isFalse();
        assertThat(result.getLeaseId()).isEqualTo(message.getLeaseId());
        assertThat(result.getExpiresAt().getSeconds())
                .isGreaterThan(message.getTimestamps().getLeaseExpiresAt().getSeconds());
    }

    @Test
    void consumerSaysWhenToTryAgain() {
        broker.enqueue("orders", "x");
        ConsumerProbe consumer = broker.consume("orders");
        Message message = consumer.next().getMessage();

        var _ = broker.messages().nack(nack(message).setRetryAfterMs(3_600_000).build());

        assertThat(broker.stats("orders").getScheduled()).isEqualTo(1);
        assertThat(broker.stats("orders").getDepth()).isZero();
    }

    @Test
    void consumerHoldsAThrottleKeyForEveryone() {
        broker.enqueue(order().addThrottleKeys("smtp").build());
        ConsumerProbe consumer = broker.consume("orders");
        Message message = consumer.next().getMessage();

        assertThatThrownBy(() -> broker.messages()
                        .nack(nack(message).setHoldThrottleKey("smtp").build()))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        assertThatThrownBy(() -> broker.messages()
                        .nack(nack(message)
                                .setRetryAfterMs(3_600_000)
                                .setHoldThrottleKey("other")
                                .build()))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT));
        var _ = broker.messages()
                .nack(nack(message)
                        .setRetryAfterMs(3_600_000)
                        .setHoldThrottleKey("smtp")
                        .build());
        broker.enqueue(order().addThrottleKeys("smtp").build());
        broker.enqueue("orders", "free");

        assertThat(consumer.next().getMessage().getPayload().toStringUtf8()).isEqualTo("free");
        assertThat(broker.stats("orders").getDepth()).isEqualTo(1);
    }

    @Test
    void fullQueueDropsWhatIsNewAndSaysSo() {
        var _ = broker.admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName("small")
                        .setConfig(QueueConfig.newBuilder().setMaxDepth(1).setOverflow("drop_new"))
                        .build());
        broker.enqueue("small", "first");

        EnqueueResponse dropped = broker.messages().enqueue(Requests.enqueue("small", "second"));

        assertThat(dropped.getDropped()).isTrue();
        assertThat(dropped.getMessageId()).isEmpty();
        assertThat(broker.stats("small").getDropped()).isEqualTo(1);
    }

    private void assertInvalid(EnqueueRequest request, String what) {
        assertThatThrownBy(() -> broker.enqueue(request))
                .satisfies(hasCode(Status.Code.INVALID_ARGUMENT))
                .hasMessageContaining("Expected")
                .hasMessageContaining(what);
    }

    private static Consumer<Throwable> hasCode(Status.Code code) {
        return refusal -> assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(code);
    }

    private static EnqueueRequest.Builder order() {
        return Requests.enqueue("orders", "x").toBuilder();
    }

    private static AckRequest ack(Message message) {
        return AckRequest.newBuilder()
                .setQueue(message.getMetadata().getQueueId())
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .build();
    }

    private static NackRequest.Builder nack(Message message) {
        return NackRequest.newBuilder()
                .setQueue(message.getMetadata().getQueueId())
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .setError("later");
    }

    private static ExtendLeaseRequest.Builder extend(Message message) {
        return ExtendLeaseRequest.newBuilder()
                .setQueue(message.getMetadata().getQueueId())
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId());
    }

    private static Timestamp timestamp(Instant moment) {
        return Timestamp.newBuilder()
                .setSeconds(moment.getEpochSecond())
                .setNanos(moment.getNano())
                .build();
    }
}
