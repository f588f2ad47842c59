package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.ConsumeResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a planned stop and a new start leave as it was. */
final class RestartTest {
    @TempDir
    Path directory;

    @Test
    void leaseOutlivesARestartAndCanBeAcked() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders");
            broker.enqueue("orders", "leased");
            ConsumerProbe consumer = broker.consume("orders");
            ConsumeResponse leased = consumer.next();
            consumer.cancel();
            await().until(() -> broker.stats("orders").getActiveConsumers() == 0);
            broker.enqueue("orders", "pending");

            broker.restart();

            ConsumeResponse next = broker.consume("orders").next();
            assertThat(next.getMessage().getPayload().toStringUtf8()).isEqualTo("pending");
            assertThat(next.getMessage().getMetadata().getAttemptCount()).isZero();
            broker.ack("orders", leased);
            broker.ack("orders", next);
            assertThat(broker.stats("orders").getInFlight()).isZero();
            assertThat(broker.stats("orders").getDepth()).isZero();
        }
    }

    @Test
    void queuesAndBacklogOutliveARestart() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders", 5000);
            for (int i = 0; i < 20; i++) {
                broker.enqueue(Requests.enqueue("orders", "message " + i, "tenant " + i % 2, 1 + i % 2));
            }

            broker.restart();

            assertThat(broker.stats("orders").getDepth()).isEqualTo(20);
            assertThat(broker.stats("orders").getPerKeyStatsList())
                    .extracting(key -> key.getKey() + ":" + key.getPendingCount() + ":" + key.getWeight())
                    .containsExactlyInAnyOrder("tenant 0:10:1", "tenant 1:10:2");
            assertThat(broker.consume("orders").next(20)).hasSize(20);
        }
    }

    @Test
    void ackAfterTheLeaseExpiredIsRefused() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("orders", 1000);
            broker.enqueue("orders", "slow work");
            ConsumerProbe consumer = broker.consume("orders");
            ConsumeResponse delivery = consumer.next();
            consumer.cancel();

            await().until(() -> broker.stats("orders").getDepth() == 1);

            assertThatThrownBy(() -> broker.ack("orders", delivery)).hasMessageContaining("NOT_FOUND");
        }
    }
}
