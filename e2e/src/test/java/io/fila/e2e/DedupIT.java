package io.fila.e2e;

import static io.fila.e2e.wire.Requests.message;
import static io.fila.e2e.wire.Requests.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two enqueues with one dedup key make one message, for as long as it lives and a window beyond. */
class DedupIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    @Test
    void secondEnqueueNamesTheFirstWhilePendingAndInFlight() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.createQueue("once");
        EnqueueResponse first = enqueue("once", "invoice 7");
        assertThat(first.getDuplicate()).isFalse();

        assertThat(enqueue("once", "invoice 7")).isEqualTo(duplicateOf(first));
        assertThat(enqueue("once", "invoice 8").getDuplicate()).isFalse();
        assertThat(client.stats("once").getDepth()).isEqualTo(2);
        assertThat(client.stats("once").getDuplicates()).isEqualTo(1);

        try (PlainStream stream = client.consume("once")) {
            Message held = stream.next();
            assertThat(held.getMetadata().getDedupKey()).isEqualTo("invoice 7");
            assertThat(enqueue("once", "invoice 7")).isEqualTo(duplicateOf(first));
            client.ack("once", held.getId());
        }
        assertThat(enqueue("once", "invoice 7").getDuplicate())
                .as("after its ack")
                .isFalse();
    }

    @Test
    void scheduledMessageKeepsItsKey() {
        PlainClient client = BROKER.client();
        client.createQueue("scheduled-once");
        EnqueueResponse first = client.messages()
                .enqueue(message("scheduled-once", "later")
                        .setDedupKey("k")
                        .setDelayMs(Duration.ofHours(1).toMillis())
                        .build());

        assertThat(enqueue("scheduled-once", "k")).isEqualTo(duplicateOf(first));
        assertThat(client.stats("scheduled-once").getScheduled()).isEqualTo(1);
        assertThat(client.stats("scheduled-once").getDepth()).isZero();
    }

    @Test
    void keyStaysTakenForTheWindowAfterTheAck() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue(
                        "window",
                        QueueConfig.newBuilder()
                                .setDedupWindowMs(Duration.ofHours(1).toMillis())));
        EnqueueResponse first = enqueue("window", "k");
        try (PlainStream stream = client.consume("window")) {
            client.ack("window", stream.next().getId());
        }

        assertThat(enqueue("window", "k")).isEqualTo(duplicateOf(first));
    }

    @Test
    void keysOutliveTheBroker() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue(
                        "remembered",
                        QueueConfig.newBuilder()
                                .setDedupWindowMs(Duration.ofHours(1).toMillis())));
        EnqueueResponse done = enqueue("remembered", "done");
        try (PlainStream stream = client.consume("remembered")) {
            client.ack("remembered", stream.next().getId());
        }
        EnqueueResponse pending = enqueue("remembered", "pending");

        BROKER.killAndRestart();

        assertThat(enqueue("remembered", "done")).isEqualTo(duplicateOf(done));
        assertThat(enqueue("remembered", "pending")).isEqualTo(duplicateOf(pending));
        assertThat(client.stats("remembered").getDepth()
                        + client.stats("remembered").getInFlight())
                .isEqualTo(1);
    }

    private static EnqueueResponse enqueue(String queue, String dedupKey) {
        return BROKER.client()
                .messages()
                .enqueue(message(queue, dedupKey).setDedupKey(dedupKey).build());
    }

    private static EnqueueResponse duplicateOf(EnqueueResponse first) {
        return first.toBuilder().setDuplicate(true).build();
    }
}
