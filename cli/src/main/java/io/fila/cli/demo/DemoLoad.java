package io.fila.cli.demo;

import io.fila.client.Admin;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.WorkerOptions;
import io.fila.client.WorkerPool;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.QueueConfig;
import io.fila.client.error.FilaException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of the demo: the same tenants send to two queues, one fair and one FIFO. Each has the same number of consumers, which
 * cannot keep up. A third queue has a script that sometimes never ends, and a consumer that sometimes fails.
 */
final class DemoLoad implements AutoCloseable {
    static final String FAIR = "fair";
    static final String FIFO = "fifo";
    static final String TENANT = "tenant";

    private static final String SCRIPTED = "scripted";
    private static final String ENDLESS = "endless";

    /** A full queue drops its oldest messages, so that the demonstration may go on for long. */
    private static final long MAX_DEPTH = 5_000;

    private static final int WORKERS = 2;
    private static final Duration WORK = Duration.ofMillis(10);
    private static final Duration TICK = Duration.ofSeconds(1).dividedBy(DemoTenant.TICKS_A_SECOND);
    private static final Duration FAREWELL = Duration.ofMillis(200);

    /** One in so many messages of the third queue fails. */
    private static final int FAILS_EVERY = 25;

    /** So many in a row, once in so many ticks, keep the script busy until its time is up, and the breaker opens. */
    private static final int ENDLESS_IN_A_ROW = 4;

    private static final int ENDLESS_EVERY_TICKS = 30 * DemoTenant.TICKS_A_SECOND;

    private static final String ON_ENQUEUE = """
            function on_enqueue(msg)
              while msg.headers.endless do end
              return { fairness_key = msg.headers.tenant }
            end""";
    private static final String ON_FAILURE = "function on_failure(msg) return { action = 'dlq' } end";

    private final Waits waits = new Waits();
    private final List<WorkerPool> workers = new ArrayList<>();
    private final Producer producer;
    private final Thread sender;

    private DemoLoad(FilaClient fila) {
        prepare(fila.admin());
        producer = fila.producer();
        workers.add(fila.consume(FAIR, WorkerOptions.of(WORKERS).withStopGrace(FAREWELL), this::work));
        workers.add(fila.consume(FIFO, WorkerOptions.of(WORKERS).withStopGrace(FAREWELL), this::work));
        workers.add(fila.consume(SCRIPTED, WorkerOptions.of(1).withStopGrace(FAREWELL), DemoLoad::failSometimes));
        sender = Thread.ofPlatform().daemon().name("fila-demo-tenants").start(this::send);
    }

    static DemoLoad start(FilaClient fila) {
        return new DemoLoad(fila);
    }

    private static void prepare(Admin admin) {
        QueueConfig bounded = QueueConfig.DEFAULT.withMaxDepth(MAX_DEPTH).withOverflow(Overflow.DROP_OLDEST);
        admin.createQueue(FAIR, bounded);
        admin.createQueue(FIFO, bounded);
        admin.createQueue(
                SCRIPTED, QueueConfig.DEFAULT.withOnEnqueueScript(ON_ENQUEUE).withOnFailureScript(ON_FAILURE));
        admin.setConfig("throttle." + DemoTenant.PARTNER, DemoTenant.PARTNER_RATE + ",1");
    }

    Waits waits() {
        return waits;
    }

    private void work(Delivery delivery) throws InterruptedException {
        String tenant = delivery.headers().getOrDefault(TENANT, "");
        waits.add(delivery.queue(), tenant, Duration.between(delivery.enqueuedAt(), Instant.now()));
        Thread.sleep(WORK);
    }

    private static void failSometimes(Delivery delivery) {
        if (Math.floorMod(delivery.id().hashCode(), FAILS_EVERY) == 0) {
            throw new IllegalStateException("card declined");
        }
    }

    private void send() {
        try {
            for (long tick = 0; ; tick++) {
                for (DemoTenant tenant : DemoTenant.ALL) {
                    if (tenant.sendsAt(tick)) {
                        send(tenant);
                    }
                }
                if (tick % ENDLESS_EVERY_TICKS == 0) {
                    sendEndless();
                }
                Thread.sleep(TICK);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } catch (FilaException ended) {
            // The broker is gone, and the demonstration with it.
        }
    }

    private void send(DemoTenant tenant) {
        for (int i = 0; i < tenant.atOnce(); i++) {
            var _ = producer.sendAsync(FAIR, tenant.fair());
            var _ = producer.sendAsync(FIFO, tenant.plain());
        }
        var _ = producer.sendAsync(SCRIPTED, tenant.plain());
    }

    private void sendEndless() {
        for (int i = 0; i < ENDLESS_IN_A_ROW; i++) {
            var _ = producer.sendAsync(SCRIPTED, Outgoing.of("a riddle").withHeader(ENDLESS, "yes"));
        }
    }

    @Override
    public void close() {
        sender.interrupt();
        workers.forEach(WorkerPool::close);
    }
}
