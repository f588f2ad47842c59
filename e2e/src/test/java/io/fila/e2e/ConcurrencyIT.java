package io.fila.e2e;

import static io.fila.e2e.wire.Requests.payload;
import static io.fila.e2e.wire.Requests.payloads;
import static io.fila.e2e.wire.Requests.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.QueueConfig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** So many of a key, or of a queue, are worked on at a time. */
class ConcurrencyIT {
    @RegisterExtension
    static final RunningBroker BROKER = new RunningBroker();

    private static final Duration SILENCE = Duration.ofMillis(300);

    @Test
    void keyAtItsLimitWaitsAndOthersGoOn() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin().createQueue(queue("per-key", QueueConfig.newBuilder().setMaxInFlightPerKey(2)));
        for (int n = 0; n < 5; n++) {
            client.enqueue("per-key", "a", "a" + n);
        }
        client.enqueue("per-key", "b", "b0");
        try (PlainStream stream = client.consume("per-key")) {
            List<Message> held = stream.next(3);
            assertThat(payloads(held)).containsExactlyInAnyOrder("a0", "a1", "b0");
            assertThat(stream.poll(SILENCE)).isNull();
            assertThat(client.stats("per-key").getPerKeyStatsList())
                    .filteredOn(key -> key.getKey().equals("a"))
                    .extracting(PerFairnessKeyStats::getInFlight)
                    .containsExactly(2L);

            Message done = held.stream()
                    .filter(message -> payload(message).equals("a0"))
                    .findFirst()
                    .orElseThrow();
            client.ack("per-key", done.getId());

            assertThat(payload(stream.next())).isEqualTo("a2");
            assertThat(stream.poll(SILENCE)).isNull();
        }
    }

    @Test
    void limitHoldsAcrossARestart() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin()
                .createQueue(queue("per-key-held", QueueConfig.newBuilder().setMaxInFlightPerKey(1)));
        client.enqueue("per-key-held", "a", "a0");
        client.enqueue("per-key-held", "a", "a1");
        Message held;
        try (PlainStream stream = client.consume("per-key-held")) {
            held = stream.next();
        }

        BROKER.killAndRestart();

        try (PlainStream stream = client.consume("per-key-held").awaitHeaders()) {
            assertThat(stream.poll(SILENCE)).isNull();
            client.ack("per-key-held", held.getId());
            assertThat(payload(stream.next())).isEqualTo("a1");
        }
    }

    @Test
    void queueAtItsLimitWaits() throws InterruptedException {
        PlainClient client = BROKER.client();
        client.admin().createQueue(queue("whole-queue", QueueConfig.newBuilder().setMaxInFlight(2)));
        for (String key : List.of("a", "b", "c")) {
            client.enqueue("whole-queue", key, key);
        }
        try (PlainStream stream = client.consume("whole-queue")) {
            List<Message> held = stream.next(2);
            assertThat(stream.poll(SILENCE)).isNull();

            client.ack("whole-queue", held.getFirst().getId());

            assertThat(payload(stream.next())).isEqualTo("c");
        }
    }
}
