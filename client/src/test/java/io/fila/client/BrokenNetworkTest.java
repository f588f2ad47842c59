package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.client.admin.QueueConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client on one side of a bad wire, the broker itself on the other. */
final class BrokenNetworkTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @TempDir
    Path directory;

    private RealBroker broker;
    private TroubledWire wire;
    private FilaClient client;
    private FilaClient neighbour;

    @BeforeEach
    void start() throws Exception {
        broker = RealBroker.in(directory);
        wire = TroubledWire.to(broker.port());
        client = FilaClient.connect(ClientOptions.of(wire.address())
                .withReconnect(new Backoff(Duration.ofMillis(5), Duration.ofMillis(200))));
        neighbour = FilaClient.connect(broker.address());
        neighbour.admin().createQueue("orders", QueueConfig.DEFAULT.withVisibilityTimeout(LEASE));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        neighbour.close();
        wire.close();
        broker.close();
    }

    @Test
    void noConfirmedMessageIsLostHoweverOftenTheWireBreaks() {
        Set<String> handled = ConcurrentHashMap.newKeySet();
        Map<String, Integer> confirmed = new ConcurrentHashMap<>();
        AtomicInteger sent = new AtomicInteger();
        AtomicBoolean enough = new AtomicBoolean();
        ProducerOptions patient =
                ProducerOptions.DEFAULT.withMaxOutstanding(200, 1 << 20).withDeliveryTimeout(PATIENCE);

        try (Producer producer = client.producer(patient);
                WorkerPool _ =
                        client.consume("orders", WorkerOptions.of(4), delivery -> handled.add(delivery.text()))) {
            CompletableFuture<Void> producing = CompletableFuture.runAsync(() -> {
                while (!enough.get()) {
                    String text = "message " + sent.incrementAndGet();
                    var _ = producer.sendAsync("orders", Outgoing.of(text))
                            .thenAccept(receipt -> confirmed.merge(text, 1, Integer::sum));
                }
            });
            Random random = new Random(1);
            for (int trouble = 0; trouble < 12; trouble++) {
                int before = confirmed.size();
                await().atMost(PATIENCE).until(() -> confirmed.size() > before + 200);
                makeTrouble(random);
            }
            enough.set(true);
            producing.join();
            producer.flush();

            // What is done when a receipt comes may be done a moment after flush has seen it.
            await().atMost(PATIENCE).until(() -> confirmed.size() == sent.get());
            await().atMost(PATIENCE).until(() -> handled.containsAll(confirmed.keySet()));
            await().atMost(PATIENCE).until(() -> depth("orders") == 0);
        }
        assertThat(wire.connections()).isGreaterThan(1);
    }

    @Test
    void whatIsInHandWhenTheWireBreaksCanBeAckedAfterwards() throws InterruptedException {
        // A lease that outlasts the search for another connection.
        neighbour.admin().createQueue("patient");
        neighbour.enqueue("patient", Outgoing.of("held"));
        try (Deliveries deliveries = client.consume("patient")) {
            Delivery held = deliveries.take();
            assertThat(held).isNotNull();

            wire.reset();
            held.ack();

            assertThat(depth("patient")).isZero();
        }
    }

    @Test
    void anAckOutlastsAttemptsToFindTheBrokerThatFail() throws InterruptedException {
        neighbour.admin().createQueue("patient", QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofHours(1)));
        neighbour.enqueue("patient", Outgoing.of("held"));
        ClientOptions options = ClientOptions.of(wire.address())
                .withCallTimeout(PATIENCE)
                .withReconnect(new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)));
        try (FilaClient patient = FilaClient.connect(options);
                Deliveries deliveries = patient.consume("patient")) {
            Delivery held = deliveries.take();
            assertThat(held).isNotNull();
            wire.die(true);
            CompletableFuture<?> ack = held.ackAsync();
            await().until(() -> wire.refusals() > 5);
            wire.die(false);

            ack.join();

            assertThat(depth("patient")).isZero();
        }
    }

    @Test
    void aBrokerThatIsAwayForAWhileIsFoundAgain() throws InterruptedException {
        try (Producer producer = client.producer(ProducerOptions.DEFAULT.withDeliveryTimeout(PATIENCE));
                Deliveries deliveries = client.consume("orders")) {
            wire.die(true);
            CompletableFuture<Receipt> receipt = producer.sendAsync("orders", Outgoing.of("after the break"));
            await().pollDelay(Duration.ofSeconds(1)).until(() -> !receipt.isDone());
            wire.die(false);

            assertThat(receipt.join().stored()).isTrue();
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            assertThat(delivery.text()).isEqualTo("after the break");
            delivery.ack();
        }
    }

    private long depth(String queue) {
        var stats = neighbour.admin().stats(queue);
        return stats.depth() + stats.inFlight();
    }

    /** A reset, a second of silence that ends by itself or with a reset, or a second without a wire. */
    private void makeTrouble(Random random) {
        switch (random.nextInt(4)) {
            case 0 -> wire.reset();
            case 1 -> {
                wire.holdUp(true);
                aSecond();
                wire.holdUp(false);
            }
            case 2 -> {
                wire.holdUp(true);
                aSecond();
                wire.reset();
                wire.holdUp(false);
            }
            default -> {
                wire.die(true);
                aSecond();
                wire.die(false);
            }
        }
    }

    private static void aSecond() {
        long start = System.nanoTime();
        await().pollInterval(Duration.ofMillis(100))
                .until(() -> System.nanoTime() - start > Duration.ofSeconds(1).toNanos());
    }
}
