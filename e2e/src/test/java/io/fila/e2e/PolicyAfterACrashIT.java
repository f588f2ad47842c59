package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.RedriveRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What decides about messages is as durable as they are: each step is followed by {@code kill -9}. */
class PolicyAfterACrashIT {
    private static final Duration SILENCE = Duration.ofMillis(500);

    private static final String BY_TENANT = """
            function on_enqueue(msg)
              return {
                fairness_key = msg.headers.tenant .. (fila.get("suffix") or ""),
                weight = 3,
                throttle_keys = { "tenant:" .. msg.headers.tenant },
              }
            end
            """;

    private static final String CLIENT_ERRORS_ARE_FINAL = """
            function on_failure(msg)
              if msg.error:sub(1, 1) == "4" then
                return { action = "dlq" }
              end
              return { action = "retry", delay_ms = 0 }
            end
            """;

    private final BrokerProcess broker;
    private PlainClient client;

    PolicyAfterACrashIT(@TempDir Path directory) {
        broker = BrokerProcess.in(directory);
    }

    @BeforeEach
    void start() throws InterruptedException {
        broker.start();
        client = PlainClient.of(broker.address());
        client.createQueue(
                "orders",
                QueueConfig.newBuilder()
                        .setOnEnqueueScript(BY_TENANT)
                        .setOnFailureScript(CLIENT_ERRORS_ARE_FINAL)
                        .build());
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
    }

    private void crash() throws InterruptedException {
        broker.kill();
        client.close();
        broker.start();
        client = PlainClient.of(broker.address());
    }

    @Test
    void deadLetterAndItsRedriveSurvive() throws InterruptedException {
        String id = enqueue("acme");
        try (PlainStream stream = client.consume("orders")) {
            client.nack("orders", stream.next().getId(), "503 busy");
            Message again = stream.next();
            assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
            client.nack("orders", again.getId(), "404 gone");
        }
        crash();

        assertThat(client.stats("orders").getDepth()).isZero();
        assertThat(client.stats("orders.dlq").getDepth()).isEqualTo(1);
        assertThat(client.admin()
                        .redrive(RedriveRequest.newBuilder()
                                .setDlqQueue("orders.dlq")
                                .build())
                        .getRedriven())
                .isEqualTo(1);
        crash();

        assertThat(client.stats("orders.dlq").getDepth()).isZero();
        try (PlainStream stream = client.consume("orders")) {
            Message redriven = stream.next();
            assertThat(redriven.getId()).isEqualTo(id);
            assertThat(redriven.getHeadersMap()).containsEntry("tenant", "acme");
            assertThat(redriven.getMetadata().getAttemptCount()).isZero();
            client.ack("orders", id);
        }
    }

    @Test
    void scriptsAndSettingsSurvive() throws InterruptedException {
        client.set("suffix", "-eu");
        crash();

        assertThat(client.admin()
                        .getConfig(
                                GetConfigRequest.newBuilder().setKey("suffix").build())
                        .getValue())
                .isEqualTo("-eu");
        enqueue("acme");
        try (PlainStream stream = client.consume("orders")) {
            Message message = stream.next();
            assertThat(message.getMetadata().getFairnessKey()).isEqualTo("acme-eu");
            assertThat(message.getMetadata().getWeight()).isEqualTo(3);
            client.nack("orders", message.getId(), "400 no");
        }
        try (PlainStream dead = client.consume("orders.dlq")) {
            assertThat(dead.next().getHeadersMap()).containsEntry("tenant", "acme");
        }
    }

    @Test
    void crashIsNoWayAroundALimit() throws InterruptedException {
        client.set("throttle.tenant:acme", "0,1");
        enqueue("acme");
        enqueue("acme");
        String first;
        try (PlainStream stream = client.consume("orders")) {
            first = stream.next().getId();
        }
        crash();

        client.ack("orders", first);
        try (PlainStream stream = client.consume("orders").awaitHeaders()) {
            assertThat(stream.poll(SILENCE)).as("beyond the limit").isNull();
            client.set("throttle.tenant:acme", "");
            assertThat(stream.next().getHeadersMap()).containsEntry("tenant", "acme");
        }
    }

    private String enqueue(String tenant) {
        return client.enqueue(EnqueueRequest.newBuilder()
                .setQueue("orders")
                .putHeaders("tenant", tenant)
                .build());
    }
}
