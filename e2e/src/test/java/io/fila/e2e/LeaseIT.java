package io.fila.e2e;

import static io.fila.e2e.wire.Leased.instant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A delivery has a name, and its consumer may ask for more time. */
class LeaseIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration ROOMY = Duration.ofSeconds(4);
    private static final Duration SILENCE = Duration.ofMillis(300);

    @Test
    void consumerThatWasTooSlowCantSettleTheNextLease() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("stale", SHORT);
        client.enqueue("stale", "work");
        try (PlainStream stream = client.consume("stale")) {
            Message late = stream.next();
            Message current = stream.next();
            assertThat(current.getId()).isEqualTo(late.getId());
            assertThat(current.getLeaseId()).isNotZero().isNotEqualTo(late.getLeaseId());

            PlainClient.refusal(Status.Code.NOT_FOUND, () -> client.messages().ack(ack("stale", late)));
            PlainClient.refusal(
                    Status.Code.NOT_FOUND,
                    () -> client.messages()
                            .nack(NackRequest.newBuilder()
                                    .setQueue("stale")
                                    .setMessageId(late.getId())
                                    .setLeaseId(late.getLeaseId())
                                    .build()));
            PlainClient.refusal(
                    Status.Code.NOT_FOUND, () -> client.messages().extendLease(extension("stale", late, SHORT)));
        }
    }

    @Test
    void extendedLeaseLastsAsLongAsItSays() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("long-work", ROOMY);
        client.enqueue("long-work", "work");
        try (PlainStream stream = client.consume("long-work")) {
            Message held = stream.next();
            Instant before = instant(held.getTimestamps().getLeaseExpiresAt());
            assertThat(before).isEqualTo(Leased.at(held).plus(ROOMY));

            Instant after = instant(client.messages()
                    .extendLease(extension("long-work", held, Duration.ofMinutes(5)))
                    .getExpiresAt());

            assertThat(after).isAfter(before.plus(Duration.ofMinutes(4)));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> Instant.now().isAfter(before.plus(Leased.CLOCK_TOLERANCE)));
            assertThat(stream.poll(SILENCE)).as("the same message again").isNull();
            var _ = client.messages().ack(ack("long-work", held));
        }
        assertThat(client.stats("long-work").getInFlight()).isZero();
    }

    @Test
    void extensionOnAStreamTellsTheNewEnd() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("streamed-work", Duration.ofSeconds(30));
        client.enqueue("streamed-work", "work");
        try (BatchConsumer consumer = BatchConsumer.open(client, "streamed-work", 1)) {
            Message held = consumer.next();

            Instant after = instant(consumer.extend(held, Duration.ofMinutes(5)).getExpiresAt());

            assertThat(after).isAfter(Leased.at(held).plus(Duration.ofMinutes(4)));
        }
    }

    @Test
    void nobodyHoldsAMessageForMoreThanAWeek() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("for-ever");
        client.enqueue("for-ever", "work");
        try (PlainStream stream = client.consume("for-ever")) {
            Message held = stream.next();

            PlainClient.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    () -> client.messages().extendLease(extension("for-ever", held, Duration.ofDays(8))));
        }
    }

    private static AckRequest ack(String queue, Message message) {
        return AckRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .build();
    }

    private static ExtendLeaseRequest extension(String queue, Message message, Duration time) {
        return ExtendLeaseRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(message.getId())
                .setLeaseId(message.getLeaseId())
                .setExtendMs(time.toMillis())
                .build();
    }
}
