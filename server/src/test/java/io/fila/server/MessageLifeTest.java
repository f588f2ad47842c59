package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A message from its producer to its consumer and out of the broker. */
final class MessageLifeTest {
    @TempDir
    Path directory;

    @Test
    void messageArrivesAsItWasSent() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            ConsumerProbe consumer = broker.consume("orders");

            String id = broker.enqueue(Requests.enqueue("orders", "hello", "acme", 7).toBuilder()
                    .putAllHeaders(Map.of("kind", "greeting", "größe", "✓"))
                    .addThrottleKeys("mail")
                    .addThrottleKeys("")
                    .build());

            Message message = consumer.next().getMessage();
            assertThat(message.getId()).isEqualTo(id);
            assertThat(message.getPayload().toStringUtf8()).isEqualTo("hello");
            assertThat(message.getHeadersMap()).isEqualTo(Map.of("kind", "greeting", "größe", "✓"));
            assertThat(message.getMetadata().getFairnessKey()).isEqualTo("acme");
            assertThat(message.getMetadata().getWeight()).isEqualTo(7);
            assertThat(message.getMetadata().getThrottleKeysList()).containsExactly("mail", "");
            assertThat(message.getMetadata().getAttemptCount()).isZero();
            assertThat(message.getMetadata().getQueueId()).isEqualTo("orders");
            assertThat(message.getTimestamps().getEnqueuedAt().getSeconds()).isPositive();
            assertThat(message.getTimestamps().getLeasedAt().getSeconds()).isPositive();
        }
    }

    @Test
    void ackedMessageIsGone() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            broker.enqueue("orders", "once");
            ConsumeResponse delivery = broker.consume("orders").next();

            broker.ack("orders", delivery);

            GetStatsResponse stats = broker.stats("orders");
            assertThat(stats.getDepth()).isZero();
            assertThat(stats.getInFlight()).isZero();
        }
    }

    @Test
    void nackedMessageComesAgainWithOneMoreAttempt() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            broker.enqueue("orders", "again");
            ConsumerProbe consumer = broker.consume("orders");
            Message first = consumer.next().getMessage();

            var _ = broker.messages()
                    .nack(NackRequest.newBuilder()
                            .setQueue("orders")
                            .setMessageId(first.getId())
                            .setError("not today")
                            .build());

            Message second = consumer.next().getMessage();
            assertThat(second.getId()).isEqualTo(first.getId());
            assertThat(second.getMetadata().getAttemptCount()).isEqualTo(1);
            assertThat(second.getPayload()).isEqualTo(first.getPayload());
        }
    }

    @Test
    void expiredLeaseComesAgainWithOneMoreAttempt() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders", 1000);
            String id = broker.enqueue("orders", "again");
            ConsumerProbe consumer = broker.consume("orders");
            assertThat(consumer.next().getMessage().getId()).isEqualTo(id);

            Message second = consumer.next().getMessage();

            assertThat(second.getId()).isEqualTo(id);
            assertThat(second.getMetadata().getAttemptCount()).isEqualTo(1);
        }
    }

    @Test
    void backlogOfBeforeTheConsumerArrivesInOrder() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            for (int i = 0; i < 2000; i++) {
                broker.enqueue("orders", "message " + i);
            }

            ConsumerProbe consumer = broker.consume("orders");

            for (int i = 0; i < 2000; i++) {
                assertThat(consumer.next().getMessage().getPayload().toStringUtf8())
                        .isEqualTo("message " + i);
            }
        }
    }
}
