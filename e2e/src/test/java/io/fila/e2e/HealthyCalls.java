package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A client that means well, beside others that do not, and how long its calls take. */
final class HealthyCalls implements AutoCloseable {
    private static final String QUEUE = "orders";
    private static final int CALLS = Integer.getInteger("fila.healthy.calls", 100);

    /** What a call may take on a machine that is busy with other tests too; alone on one, 50 ms is the aim. */
    private static final Duration PROMPT = Duration.ofMillis(Long.getLong("fila.prompt.ms", 2_000));

    private final PlainClient client;

    private HealthyCalls(PlainClient client) {
        this.client = client;
    }

    static HealthyCalls to(BrokerProcess broker) {
        PlainClient client = PlainClient.of(broker.address());
        client.createQueue(QUEUE);
        return new HealthyCalls(client);
    }

    PlainClient client() {
        return client;
    }

    /** Calls one after the other; each is answered, and how long they took is printed. */
    void measure(String when) {
        List<Long> micros = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            long before = System.nanoTime();
            client.enqueue(QUEUE, "healthy");
            micros.add((System.nanoTime() - before) / 1000);
        }
        micros.sort(null);
        long p99 = micros.get(CALLS * 99 / 100 - 1);
        System.out.println("Healthy calls " + when + ": median " + micros.get(CALLS / 2) + " us, p99 " + p99
                + " us, most " + micros.getLast() + " us");
        assertThat(p99).as("microseconds of a healthy call %s", when).isLessThan(PROMPT.toMillis() * 1000);
    }

    @Override
    public void close() {
        client.close();
    }
}
