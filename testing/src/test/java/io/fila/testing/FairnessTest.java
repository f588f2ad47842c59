package io.fila.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.embedded.VirtualFila;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class FairnessTest {
    @RegisterExtension
    final FilaExtension broker = new FilaExtension().with("scheduler.quantum", "1");

    @Test
    void smallTenantDoesNotWaitForTheLargeOne(VirtualFila fila, FilaClient client) throws Exception {
        client.admin().createQueue("orders");
        for (int n = 0; n < 100; n++) {
            client.enqueue("orders", Outgoing.of("bulk").withFairnessKey("large"));
        }
        for (int n = 0; n < 10; n++) {
            client.enqueue("orders", Outgoing.of("urgent").withFairnessKey("small"));
        }

        List<String> order = new ArrayList<>();
        try (Deliveries orders = client.consume("orders")) {
            fila.advance(Duration.ZERO);
            while (order.size() < 20) {
                Delivery next = orders.poll(Duration.ofSeconds(30));
                assertThat(next).isNotNull();
                order.add(next.text());
            }
        }

        assertThat(Collections.frequency(order, "urgent")).isBetween(9, 10);
    }
}
