package io.fila.cli;

import io.fila.client.ClientOptions;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * As many messages as a broker takes, for a while: at first nobody consumes them, then somebody does. The broker's JVM notes which of
 * its code is hot, and how it is used; with that in its cache the next broker is compiled in its first seconds.
 */
final class RehearsalLoad {
    private static final String QUEUE = "fila.rehearsal.load";
    private static final int OUTSTANDING = 1_000;
    private static final int TENANTS = 20;
    private static final Outgoing MESSAGE = Outgoing.of(new byte[1_024]);

    private RehearsalLoad() {}

    static void run(String address, Duration time) {
        try (FilaClient client = FilaClient.connect(ClientOptions.of(address))) {
            client.admin().createQueue(QUEUE);
            send(client, time.dividedBy(3));
            try (Deliveries deliveries = client.consume(QUEUE)) {
                Thread.ofPlatform().daemon().name("rehearsal").start(() -> ack(deliveries));
                send(client, time.dividedBy(3).multipliedBy(2));
            }
            client.admin().deleteQueue(QUEUE);
        }
    }

    private static void send(FilaClient client, Duration time) {
        Semaphore room = new Semaphore(OUTSTANDING);
        try (Producer producer = client.producer()) {
            long end = System.nanoTime() + time.toNanos();
            for (int sent = 0; System.nanoTime() < end; sent++) {
                room.acquireUninterruptibly();
                var _ = producer.sendAsync(QUEUE, MESSAGE.withFairnessKey("tenant-" + sent % TENANTS))
                        .whenComplete((receipt, failure) -> room.release());
            }
            room.acquireUninterruptibly(OUTSTANDING);
        }
    }

    private static void ack(Deliveries deliveries) {
        for (Delivery delivery : deliveries) {
            var _ = delivery.ackAsync();
        }
    }
}
