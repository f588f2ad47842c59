package io.fila.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.WorkerPool;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time that moves when it is told to, and everything that hangs on it. */
final class VirtualFilaTest {
    private final VirtualFila fila = VirtualFila.start();
    private final FilaClient client = fila.client();

    @AfterEach
    void close() {
        fila.close();
    }

    @Test
    void clockStandsStillUntilItIsMoved() {
        Instant start = fila.now();
        client.admin().createQueue("orders");
        assertThat(fila.now()).isEqualTo(start);

        fila.advance(Duration.ofDays(400));

        assertThat(fila.now()).isEqualTo(start.plus(Duration.ofDays(400)));
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatThrownBy(() -> fila.advance(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leaseRunsOutAtItsMomentAndNotBefore() throws Exception {
        client.admin().createQueue("orders", QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofMinutes(10)));
        client.enqueue("orders", Outgoing.of("one coffee"));
        try (Deliveries deliveries = client.consume("orders")) {
            fila.advance(Duration.ZERO);
            assertThat(arrived(deliveries)).isNotNull();

            fila.advance(Duration.ofMinutes(10).minusNanos(1));
            assertThat(arrived(deliveries)).isNull();

            fila.advance(Duration.ofNanos(1));
            assertThat(arrived(deliveries)).isNotNull();
        }
    }

    @Test
    void whatBecomesDueOnTheWayHappensAtItsMoment() throws Exception {
        client.admin()
                .createQueue(
                        "orders",
                        QueueConfig.DEFAULT
                                .withVisibilityTimeout(Duration.ofHours(1))
                                .withMaxAttempts(3));
        client.enqueue("orders", Outgoing.of("one coffee"));
        try (Deliveries deliveries = client.consume("orders")) {
            fila.advance(Duration.ZERO);

            fila.advance(Duration.ofHours(5));

            // Held for an hour, three times over, each time by the same consumer that never says a word.
            assertThat(List.of(attempts(deliveries), attempts(deliveries), attempts(deliveries)))
                    .containsExactly(0, 1, 2);
            assertThat(client.admin().stats("orders.dlq").depth()).isEqualTo(1);
        }
    }

    @Test
    void settlingWaitsForHandlersOnThreadsOfTheirOwn() {
        String retryInAnHour = "function on_failure(msg) return { action = 'retry', delay_ms = 3600000 } end";
        client.admin().createQueue("orders", QueueConfig.DEFAULT.withOnFailureScript(retryInAnHour));
        List<Instant> tries = new CopyOnWriteArrayList<>();
        Instant start = fila.now();
        try (WorkerPool _ = client.consume("orders", delivery -> {
            tries.add(fila.now());
            throw new IllegalStateException("no beans");
        })) {
            client.enqueue("orders", Outgoing.of("one coffee"));
            fila.settle();

            for (int hour = 0; hour < 3; hour++) {
                fila.advance(Duration.ofHours(1));
                fila.settle();
            }

            assertThat(tries)
                    .containsExactly(
                            start,
                            start.plus(Duration.ofHours(1)),
                            start.plus(Duration.ofHours(2)),
                            start.plus(Duration.ofHours(3)));
        }
    }

    private static int attempts(Deliveries deliveries) throws InterruptedException {
        Delivery delivery = arrived(deliveries);
        if (delivery == null) {
            throw new AssertionError("Expected a delivery to be here");
        }
        return (int) delivery.attempts();
    }

    /** What the broker has sent has arrived by the time it rests, so there is nothing to wait for. */
    private static @Nullable Delivery arrived(Deliveries deliveries) throws InterruptedException {
        return deliveries.poll(Duration.ZERO);
    }
}
