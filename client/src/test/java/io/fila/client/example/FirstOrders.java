package io.fila.client.example;

import io.fila.client.FilaClient;
import io.fila.client.Handler;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.WorkerOptions;
import io.fila.client.WorkerPool;
import java.util.concurrent.CompletableFuture;

/** What docs/java.md opens with. */
public final class FirstOrders {
    private FirstOrders() {}

    public static void run(String broker, CompletableFuture<?> closingTime) {
        // begin
        try (FilaClient fila = FilaClient.connect(broker)) { // such as "localhost:5555"
            fila.admin().createQueue("orders");
            Handler barista = order -> System.out.println("Making " + order.text() + " for " + order.fairnessKey());
            try (Producer waiter = fila.producer();
                    WorkerPool baristas = fila.consume("orders", WorkerOptions.elastic(2, 20), barista)) {
                waiter.send("orders", Outgoing.of("one coffee").withFairnessKey("table 4"));
                waiter.send("orders", Outgoing.of("two teas").withFairnessKey("table 7"));
                closingTime.thenRun(baristas::close).join();
            }
        }
        // end
    }
}
