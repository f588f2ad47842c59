import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.WorkerPool;
import io.fila.client.error.QueueAlreadyExists;
import java.util.concurrent.CountDownLatch;

/** Sends three orders of two tenants and works them off: {@code java Orders localhost:5555}. */
public final class Orders {
    private Orders() {}

    public static void main(String[] arguments) throws InterruptedException {
        String address = arguments.length > 0 ? arguments[0] : "localhost:5555";
        try (FilaClient fila = FilaClient.connect(address)) {
            createQueue(fila);
            fila.enqueue("orders", Outgoing.of("one coffee").withFairnessKey("table 4"));
            fila.enqueue("orders", Outgoing.of("two teas").withFairnessKey("table 4"));
            fila.enqueue("orders", Outgoing.of("one cake").withFairnessKey("table 7"));

            CountDownLatch left = new CountDownLatch(3);
            try (WorkerPool pool = fila.consume("orders", delivery -> make(delivery, left))) {
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

    /** Returning acks the order; an exception would nack it with its message. */
    private static void make(Delivery order, CountDownLatch left) {
        System.out.println("done: " + order.text());
        left.countDown();
    }
}
