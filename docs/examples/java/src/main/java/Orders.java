import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.WorkerOptions;
import io.fila.client.WorkerPool;
import io.fila.client.error.QueueAlreadyExists;
import java.util.concurrent.CountDownLatch;

/** Sends three orders of two tenants and handles them: {@code Orders localhost:5555}. */
public final class Orders {
    private final CountDownLatch left = new CountDownLatch(3);

    public static void main(String[] arguments) throws InterruptedException {
        new Orders().run(arguments.length > 0 ? arguments[0] : "localhost:5555");
    }

    private void run(String broker) throws InterruptedException {
        try (FilaClient fila = FilaClient.connect(broker)) {
            createQueue(fila);
            try (Producer waiter = fila.producer();
                    WorkerPool baristas = fila.consume("orders", WorkerOptions.elastic(2, 20), this::make)) {
                waiter.send("orders", Outgoing.of("one coffee").withFairnessKey("table 4"));
                waiter.send("orders", Outgoing.of("two teas").withFairnessKey("table 4"));
                waiter.send("orders", Outgoing.of("one cake").withFairnessKey("table 7"));
                left.await();
            }
        }
    }

    private static void createQueue(FilaClient fila) {
        try {
            fila.admin().createQueue("orders");
        } catch (QueueAlreadyExists fine) {
            System.out.println("using the queue that is there");
        }
    }

    /** Returning acks the order; an exception nacks it with its message. */
    private void make(Delivery order) {
        System.out.println("done: " + order.text() + " for " + order.fairnessKey());
        left.countDown();
    }
}
