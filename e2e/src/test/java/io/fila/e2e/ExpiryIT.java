package io.fila.e2e;

import static io.fila.e2e.wire.Leased.instant;
import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.payload;
import static io.fila.e2e.wire.Requests.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.Leased;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Messages that are worth nothing after their time. */
class ExpiryIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    @Test
    void messageThatIsTooOldIsDroppedAndNotDelivered() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("short-lived");
        client.enqueue(message("short-lived", "old").setTtlMs(200).build());
        client.enqueue(message("short-lived", "young")
                .setTtlMs(Duration.ofHours(1).toMillis())
                .build());
        awaitOver(Duration.ofMillis(200));

        try (PlainStream stream = client.consume("short-lived")) {
            Message young = stream.next();
            assertThat(payload(young)).isEqualTo("young");
            assertThat(instant(young.getTimestamps().getExpiresAt()))
                    .isEqualTo(instant(young.getTimestamps().getEnqueuedAt()).plus(Duration.ofHours(1)));
        }
        assertThat(client.stats("short-lived").getExpired()).isEqualTo(1);
        assertThat(client.stats("short-lived").getDepth()).isZero();
    }

    @Test
    void shorterOfTheTwoTimesCounts() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin().createQueue(queue("short", QueueConfig.newBuilder().setMessageTtlMs(200)));
        client.enqueue(message("short", "outlived by its queue's patience")
                .setTtlMs(Duration.ofHours(1).toMillis())
                .build());
        client.enqueue("short", "plain");
        awaitOver(Duration.ofMillis(200));

        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            try (PlainStream stream = client.consume("short").awaitHeaders()) {
                assertThat(stream.poll(Duration.ofMillis(100))).isNull();
            }
            assertThat(client.stats("short").getDepth()).isZero();
        });
        assertThat(client.stats("short").getExpired()).isEqualTo(2);
    }

    @Test
    void delayedMessageLivesFromTheMomentItIsDue() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("later-lived");
        client.enqueue(message("later-lived", "due")
                .setDelayMs(1_000)
                .setTtlMs(Duration.ofMinutes(1).toMillis())
                .build());

        try (PlainStream stream = client.consume("later-lived")) {
            Message due = stream.next();
            assertThat(instant(due.getTimestamps().getExpiresAt()))
                    .isEqualTo(instant(due.getTimestamps().getEnqueuedAt())
                            .plusMillis(1_000)
                            .plus(Duration.ofMinutes(1)));
        }
    }

    private static void awaitOver(Duration time) {
        Instant over = Instant.now().plus(time).plus(Leased.CLOCK_TOLERANCE);
        await().atMost(Duration.ofMinutes(1)).until(() -> Instant.now().isAfter(over));
    }
}
