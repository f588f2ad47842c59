package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Receipt;
import io.fila.client.admin.QueueConfig;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that do not read, and consumers that vanish, beside one that works. */
class SlowConsumerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Far below the keep-alive, so that only the end of the connection itself can be what was noticed. */
    private static final Duration NOTICED = Duration.ofSeconds(5);

    private static final int MESSAGES = 2_000;
    private static final int PAYLOAD_BYTES = 32 << 10;
    private static final int AT_ONCE = 250;

    /** What a consumer that does not read may hold: its credit, and what fits into the buffers of its connection. */
    private static final long LEASES_OF_A_SLOW_CONSUMER = 600;

    private static final long RESIDENT_LIMIT_BYTES = 450L << 20;

    @TempDir
    Path directory;

    @Test
    void consumerThatNeverReadsHoldsUpNobodyAndCostsLittle() throws IOException, InterruptedException {
        Duration lease = Duration.ofSeconds(10);
        try (BrokerProcess broker = BrokerProcess.in(directory)
                        .withJvmFlag("-Xmx64m")
                        .with("storage.cache_bytes", 8 << 20)
                        .with("storage.write_buffer_bytes", 16 << 20)
                        .start();
                FilaClient client = FilaClient.connect(broker.address());
                RawConnection stuck = RawConnection.to(broker.port())) {
            client.admin().createQueue("busy", QueueConfig.DEFAULT.withVisibilityTimeout(lease));
            stuck.consume("busy");
            await().atMost(PATIENCE).until(() -> client.admin().stats("busy").activeConsumers() == 1);
            Set<String> received = new HashSet<>();
            try (Deliveries deliveries = client.consume("busy")) {
                for (int sent = 0; sent < MESSAGES; sent += AT_ONCE) {
                    fill(client, "busy", AT_ONCE);
                    long wanted = sent + AT_ONCE - LEASES_OF_A_SLOW_CONSUMER;
                    while (received.size() < wanted) {
                        take(deliveries, received);
                    }
                }

                assertThat(client.admin().stats("busy").inFlight()).isLessThan(2 * LEASES_OF_A_SLOW_CONSUMER);
                assertThat(broker.residentBytes()).isLessThan(RESIDENT_LIMIT_BYTES);
                while (received.size() < MESSAGES) {
                    take(deliveries, received);
                }
            }
            assertThat(client.admin().stats("busy").depth()).isZero();
        }
    }

    @Test
    void vanishedConsumersAreUnregistered() throws IOException, InterruptedException {
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("left");
            List<RawConnection> consumers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                consumers.add(RawConnection.to(broker.port()).consume("left"));
            }
            await().atMost(PATIENCE).until(() -> client.stats("left").getActiveConsumers() == consumers.size());

            for (int i = 0; i < consumers.size(); i++) {
                if (i % 2 == 0) {
                    consumers.get(i).abort();
                } else {
                    consumers.get(i).close();
                }
            }

            await().atMost(NOTICED).until(() -> client.stats("left").getActiveConsumers() == 0);
        }
    }

    private static void fill(FilaClient client, String queue, int messages) {
        List<CompletableFuture<Receipt>> answers = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            answers.add(client.enqueueAsync(queue, Outgoing.of(new byte[PAYLOAD_BYTES])));
        }
        answers.forEach(CompletableFuture::join);
    }

    private static void take(Deliveries deliveries, Set<String> received) throws InterruptedException {
        Delivery delivery = deliveries.poll(PATIENCE);
        assertThat(delivery).as("the delivery after %d", received.size()).isNotNull();
        if (delivery != null) {
            received.add(delivery.id());
            delivery.ack();
        }
    }
}
