package io.fila.benchmarks.policy;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.admin.QueueConfig;
import io.fila.client.error.FilaException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A program that measures how long a message of a quiet queue takes from its producer to its consumer, without and with a
 * producer of another queue whose script burns all its time. It needs a broker that does not give up on the script, one with
 * {@code FILA_LUA__CIRCUIT_BREAKER_THRESHOLD=1000000}.
 */
public final class BurningScript {
    private static final String QUIET = "burning-script-quiet";
    private static final String BURNING = "burning-script-burning";
    private static final Duration BETWEEN_MESSAGES = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WARM_UP = 1000;

    private final FilaClient client;
    private final int messages;

    private BurningScript(FilaClient client, int messages) {
        this.client = client;
        this.messages = messages;
    }

    /** Arguments: the broker's address, and optionally the number of messages and of rounds. */
    public static void run(String[] args) throws InterruptedException {
        int messages = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 3;
        try (FilaClient client = FilaClient.connect(args[0])) {
            new BurningScript(client, messages).run(rounds);
        }
    }

    private void run(int rounds) throws InterruptedException {
        create(QUIET, "function on_enqueue(msg) return { fairness_key = \"quiet\" } end");
        create(BURNING, "function on_enqueue(msg) while true do end end");
        try (Deliveries deliveries = client.consume(QUIET)) {
            measure(deliveries, WARM_UP);
            for (int round = 0; round < rounds; round++) {
                print("alone", measure(deliveries, messages), 0);
                AtomicBoolean over = new AtomicBoolean();
                AtomicLong burnt = new AtomicLong();
                Thread producer = Thread.ofPlatform().start(() -> burn(over, burnt));
                Histogram beside = measure(deliveries, messages);
                over.set(true);
                producer.join();
                print("beside", beside, burnt.get());
            }
        }
    }

    private void create(String queue, String onEnqueue) {
        try {
            client.admin().deleteQueue(queue);
        } catch (FilaException unknown) {
            // It is the first time.
        }
        client.admin().createQueue(queue, QueueConfig.DEFAULT.withOnEnqueueScript(onEnqueue));
    }

    private void burn(AtomicBoolean over, AtomicLong burnt) {
        while (!over.get()) {
            client.enqueue(BURNING, Outgoing.of("fuel"));
            burnt.incrementAndGet();
        }
    }

    private Histogram measure(Deliveries deliveries, int count) throws InterruptedException {
        Histogram micros = new Histogram(3);
        for (int i = 0; i < count; i++) {
            long sent = System.nanoTime();
            client.enqueue(QUIET, Outgoing.of("one"));
            Delivery delivery = deliveries.poll(PATIENCE);
            if (delivery == null) {
                throw new IllegalStateException("Expected a delivery within " + PATIENCE + " but there was none.");
            }
            micros.recordValue((System.nanoTime() - sent) / 1000);
            delivery.ack();
            LockSupport.parkNanos(BETWEEN_MESSAGES.toNanos());
        }
        return micros;
    }

    private static void print(String name, Histogram micros, long burnt) {
        System.out.printf(
                Locale.ROOT,
                "%-6s p50 %.2f ms, p99 %.2f ms, max %.2f ms; scripts that burnt their time: %d%n",
                name,
                micros.getValueAtPercentile(50) / 1000.0,
                micros.getValueAtPercentile(99) / 1000.0,
                micros.getMaxValue() / 1000.0,
                burnt);
    }
}
