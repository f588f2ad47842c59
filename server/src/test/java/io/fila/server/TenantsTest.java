package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.grpc.Channel;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who a message belongs to, and how much its sender may ask for, is a matter of the key that is shown. */
final class TenantsTest {
    @TempDir
    Path directory;

    private LockedBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = LockedBroker.start(directory);
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Test
    void nobodyTakesTheShareOfAnotherInAQueueByPrincipal() throws Exception {
        create(QueueConfig.newBuilder().setFairnessBy("principal").build());
        Channel acme = key("acme");

        var _ = broker.messages(acme).enqueue(Requests.enqueue("orders", "x", "globex", 1000));
        ProducerProbe producer = ProducerProbe.open(acme);
        producer.send(List.of(Requests.enqueue("orders", "y", "globex", 1000)));
        assertThat(producer.results(1)).hasSize(1);

        assertThat(flows()).singleElement().satisfies(flow -> {
            assertThat(flow.getKey()).isEqualTo("acme");
            assertThat(flow.getPendingCount()).isEqualTo(2);
            assertThat(flow.getWeight()).isEqualTo(1);
        });
        broker.server().restart();
        var _ = broker.messages(key("globex")).enqueue(Requests.enqueue("orders", "x", "acme", 1));
        assertThat(flows()).extracting(PerFairnessKeyStats::getKey).containsExactlyInAnyOrder("acme", "globex");
    }

    @Test
    void scriptReadsThePrincipalAndCannotGiveAMessageToAnother() {
        String script = "function on_enqueue(msg) return { fairness_key = 'globex', throttle_keys = { msg.principal },"
                + " weight = 3 } end";
        create(QueueConfig.newBuilder()
                .setOnEnqueueScript(script)
                .setFairnessBy("principal")
                .build());

        var _ = broker.messages(key("acme")).enqueue(Requests.enqueue("orders", "x"));

        assertThat(flows()).singleElement().satisfies(flow -> {
            assertThat(flow.getKey()).isEqualTo("acme");
            assertThat(flow.getWeight()).isEqualTo(3);
        });
    }

    @Test
    void scriptMakesThePrincipalTheTenant() {
        create(QueueConfig.newBuilder()
                .setOnEnqueueScript("function on_enqueue(msg) return { fairness_key = msg.principal } end")
                .build());

        var _ = broker.messages(key("acme")).enqueue(Requests.enqueue("orders", "x", "globex", 1));

        assertThat(flows()).extracting(PerFairnessKeyStats::getKey).containsExactly("acme");
    }

    @Test
    void keyHasLimitsOfItsOwn() {
        create(QueueConfig.getDefaultInstance());
        CreateApiKeyResponse limited = broker.createKey("limited", "produce:*", "consume:*");
        limit(
                limited.getKeyId(),
                SetApiKeyLimitsRequest.newBuilder().setEnqueuesPerSecond(1).setStreams(1));
        Channel acme = broker.as(limited.getKey());

        var _ = broker.messages(acme).enqueue(Requests.enqueue("orders", "x"));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        var _ = broker.messages(acme).enqueue(Requests.enqueue("orders", "x"));
                    }
                })
                .satisfies(OverloadTest::assertExhaustedWithHint);
        var _ = broker.messages(key("other")).enqueue(Requests.enqueue("orders", "x"));

        limit(
                limited.getKeyId(),
                SetApiKeyLimitsRequest.newBuilder().setBytesPerSecond(1).setStreams(1));
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 20; i++) {
                        var _ = broker.messages(acme).enqueue(Requests.enqueue("orders", "x"));
                    }
                })
                .hasMessageContaining("1 bytes a second")
                .satisfies(OverloadTest::assertExhaustedWithHint);

        ProducerProbe first = ProducerProbe.open(acme);
        first.awaitHeaders();
        assertThat(ProducerProbe.open(acme).awaitEnd().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        first.halfClose();
        assertThat(first.awaitEnd().isOk()).isTrue();
        await().ignoreExceptions().until(() -> ProducerProbe.open(acme).awaitHeaders() != null);
    }

    private void limit(String keyId, SetApiKeyLimitsRequest.Builder limits) {
        var _ = broker.operator().setApiKeyLimits(limits.setKeyId(keyId).build());
    }

    private void create(QueueConfig config) {
        var _ = broker.operator()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName("orders")
                        .setConfig(config)
                        .build());
    }

    private Channel key(String name) {
        return broker.as(broker.createKey(name, "produce:*").getKey());
    }

    private List<PerFairnessKeyStats> flows() {
        return broker.operator()
                .getStats(GetStatsRequest.newBuilder().setQueue("orders").build())
                .getPerKeyStatsList();
    }
}
