package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Receipt;
import io.fila.e2e.program.BrokerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares of tenants as a consumer on the other end of the wire counts them. */
class FairShareIT {
    private static final int QUANTUM = 10;

    /** A count may be off by the round that is under way and by what a new key borrowed. */
    private static final int TOLERANCE = 3 * QUANTUM;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static FilaClient client;

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).with("scheduler.quantum", QUANTUM).start();
        client = FilaClient.connect(broker.address());
    }

    @AfterAll
    static void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void equalTenantsGetEqualSharesBesideANoisyOne() throws InterruptedException {
        client.admin().createQueue("noisy");
        fill("noisy", "loud", 1, 3_000);
        for (String tenant : List.of("a", "b", "c")) {
            fill("noisy", tenant, 1, 300);
        }

        List<String> order = consume("noisy", 1_200);

        for (int delivered = 200; delivered <= 1_200; delivered += 200) {
            Map<String, Integer> counts = counts(order.subList(0, delivered));
            for (String tenant : List.of("a", "b", "c", "loud")) {
                assertThat(counts.get(tenant))
                        .as("share of %s after %d deliveries", tenant, delivered)
                        .isCloseTo(delivered / 4, within(TOLERANCE));
            }
        }
    }

    @Test
    void weightsOneTwoThreeGetOneTwoThreeSixths() throws InterruptedException {
        client.admin().createQueue("weighted");
        for (int weight = 1; weight <= 3; weight++) {
            fill("weighted", "w" + weight, weight, 400 * weight);
        }

        List<String> order = consume("weighted", 1_200);

        for (int delivered = 300; delivered <= 1_200; delivered += 300) {
            Map<String, Integer> counts = counts(order.subList(0, delivered));
            for (int weight = 1; weight <= 3; weight++) {
                assertThat(counts.get("w" + weight))
                        .as("share of weight %d after %d deliveries", weight, delivered)
                        .isCloseTo(delivered * weight / 6, within(TOLERANCE));
            }
        }
    }

    @Test
    void quietTenantOvertakesABacklog() throws InterruptedException {
        client.admin().createQueue("overtaken");
        for (int i = 0; i < 10; i++) {
            fill("overtaken", "loud", 1, 500, "x".repeat(4_096));
        }
        try (Deliveries deliveries = client.consume("overtaken")) {
            take(deliveries, 100);

            client.enqueue("overtaken", Outgoing.of("just one").withFairnessKey("quiet"));

            // What fills the buffers of the connection already comes first; then it is the quiet tenant's turn.
            assertThat(take(deliveries, 1_500).contains("quiet")).isTrue();
        }
    }

    private static void fill(String queue, String tenant, int weight, int messages) {
        fill(queue, tenant, weight, messages, "");
    }

    private static void fill(String queue, String tenant, int weight, int messages, String payload) {
        List<CompletableFuture<Receipt>> answers = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            answers.add(client.enqueueAsync(
                    queue, Outgoing.of(payload).withFairnessKey(tenant).withWeight(weight)));
        }
        answers.forEach(CompletableFuture::join);
    }

    private static List<String> consume(String queue, int messages) throws InterruptedException {
        try (Deliveries deliveries = client.consume(queue)) {
            return take(deliveries, messages);
        }
    }

    private static List<String> take(Deliveries deliveries, int messages) throws InterruptedException {
        List<String> tenants = new ArrayList<>();
        List<CompletableFuture<?>> acks = new ArrayList<>();
        while (tenants.size() < messages) {
            Delivery delivery = deliveries.poll(PATIENCE);
            assertThat(delivery).as("delivery %d", tenants.size()).isNotNull();
            if (delivery != null) {
                tenants.add(delivery.fairnessKey());
                acks.add(delivery.ackAsync());
            }
        }
        acks.forEach(CompletableFuture::join);
        return tenants;
    }

    private static Map<String, Integer> counts(List<String> tenants) {
        Map<String, Integer> counts = new HashMap<>();
        tenants.forEach(tenant -> counts.merge(tenant, 1, Integer::sum));
        return counts;
    }
}
