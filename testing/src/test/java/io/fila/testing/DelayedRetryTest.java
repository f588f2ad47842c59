package io.fila.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.admin.QueueConfig;
import io.fila.embedded.VirtualFila;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(FilaExtension.class)
final class DelayedRetryTest {
    private static final String RETRY_IN_THREE_HOURS =
            "function on_failure(msg) return { action = 'retry', delay_ms = 3 * 60 * 60 * 1000 } end";

    @Test
    void failedOrderIsTriedAgainAfterThreeHours(VirtualFila fila, FilaClient client) throws Exception {
        client.admin().createQueue("orders", QueueConfig.DEFAULT.withOnFailureScript(RETRY_IN_THREE_HOURS));
        client.enqueue("orders", Outgoing.of("one coffee"));
        try (Deliveries orders = client.consume("orders")) {
            fila.advance(Duration.ZERO);
            Delivery first = Objects.requireNonNull(orders.poll(Duration.ZERO));
            first.nack("no beans");

            fila.advance(Duration.ofHours(3).minusMillis(1));
            assertThat(orders.poll(Duration.ZERO)).isNull();

            fila.advance(Duration.ofMillis(1));
            Delivery second = Objects.requireNonNull(orders.poll(Duration.ZERO));
            assertThat(second.id()).isEqualTo(first.id());
            assertThat(second.attempts()).isEqualTo(1);
        }
    }
}
