package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker writes down of who did what. */
final class AuditTest {
    @TempDir
    Path directory;

    @Test
    void administrationAndWhatIsDeniedAreRecordedAndNoSecretEver() throws Exception {
        CreateApiKeyResponse key;
        try (LockedBroker broker = LockedBroker.start(directory)) {
            broker.createQueue("orders");
            key = broker.createKey("billing", "consume:orders");
            var _ = broker.operator()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey("their.password")
                            .setValue("hunter2")
                            .build());
            var _ = broker.operator()
                    .getStats(GetStatsRequest.newBuilder().setQueue("orders").build());
            var _ = broker.messages(broker.as(LockedBroker.BOOTSTRAP)).enqueue(Requests.enqueue("orders", "payload"));

            assertThatThrownBy(() -> broker.messages(broker.as(key.getKey())).enqueue(Requests.enqueue("orders", "x")))
                    .isInstanceOf(StatusRuntimeException.class);
            assertThatThrownBy(() -> broker.admin(broker.as("wrong"))
                            .createQueue(CreateQueueRequest.newBuilder()
                                    .setName("mine")
                                    .build()))
                    .isInstanceOf(StatusRuntimeException.class);
            assertThatThrownBy(() -> broker.operator()
                            .revokeApiKey(RevokeApiKeyRequest.newBuilder()
                                    .setKeyId(key.getKey())
                                    .build()))
                    .isInstanceOf(StatusRuntimeException.class);
        }

        List<String> lines = lines();
        String byOperator = "\"principal\":\"bootstrap\",\"from\":\"127.0.0.1:";
        assertThat(lines).hasSize(7).allMatch(line -> line.startsWith("{\"time\":\"") && line.endsWith("}"));
        assertThat(lines.get(0))
                .contains(byOperator, "fila.v1.FilaAdmin/CreateQueue", "\"queues\":[\"orders\"]", "\"result\":\"OK\"");
        assertThat(lines.get(1))
                .contains("CreateApiKey", "\"key\":\"" + key.getKeyId() + "\"", "\"detail\":\"billing\"");
        assertThat(lines.get(2))
                .contains("SetAcl", "\"key\":\"" + key.getKeyId() + "\"", "\"detail\":\"consume:orders\"");
        assertThat(lines.get(3)).contains("SetConfig", "\"detail\":\"their.password\"");
        assertThat(lines.get(4))
                .contains(
                        "\"principal\":\"billing\",\"key_id\":\"" + key.getKeyId(),
                        "FilaService/Enqueue",
                        "\"queues\":[\"orders\"]",
                        "\"result\":\"PERMISSION_DENIED\"");
        assertThat(lines.get(5)).doesNotContain("principal").contains("CreateQueue", "UNAUTHENTICATED");
        assertThat(lines.get(6)).contains("RevokeApiKey", "\"result\":\"NOT_FOUND\"");
        assertThat(String.join("\n", lines)).doesNotContain(key.getKey(), LockedBroker.BOOTSTRAP, "wrong", "hunter2");
    }

    @Test
    void dataCallsAreRecordedIfWanted() throws Exception {
        try (LockedBroker broker = LockedBroker.start(
                directory, Map.of("FILA_AUDIT__DATA", "true", "FILA_AUDIT__ADMINISTRATION", "false"))) {
            broker.createQueue("orders");
            CreateApiKeyResponse key = broker.createKey("billing", "produce:orders");
            var _ = broker.messages(broker.as(key.getKey())).enqueue(Requests.enqueue("orders", "payload"));
            ProducerProbe producer = ProducerProbe.open(broker.as(key.getKey()));
            producer.send(List.of(
                    Requests.enqueue("orders", "x"),
                    Requests.enqueue("orders", "x"),
                    Requests.enqueue("invoices", "x")));
            var _ = producer.results(3);
            producer.cancel();
        }

        List<String> lines = lines();
        assertThat(lines.get(0)).contains("FilaService/Enqueue\"", "\"queues\":[\"orders\"]", "\"result\":\"OK\"");
        assertThat(lines)
                .anyMatch(
                        line -> line.contains("FilaService/EnqueueStream\",\"queues\":[\"orders\"],\"result\":\"OK\""));
        assertThat(lines)
                .noneMatch(line -> line.contains("invoices") && line.contains("\"OK\""))
                .anyMatch(line -> line.contains("\"queues\":[\"invoices\"]") && line.contains("PERMISSION_DENIED"));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(directory.resolve("data/audit/audit.jsonl"));
    }
}
