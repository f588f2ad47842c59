package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.error.FilaException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How long nobody is served while the lead is handed over as an operator does it: a client sends one message after the other through
 * a node that neither had the lead nor gets it, another consumes there, and the longest time between two confirmations around each
 * hand-over is the gap. What is delivered twice, or not at all, is counted.
 */
final class TransferGaps {
    private static final String QUEUE = "transferred";
    private static final Duration REST = Duration.ofMillis(1500);
    private static final Duration PACE = Duration.ofMillis(2);
    private static final Duration TRY_AGAIN = Duration.ofMillis(1);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final FilaNodes nodes;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger twice = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final Set<Long> delivered = ConcurrentHashMap.newKeySet();
    private final Set<Long> confirmed = ConcurrentHashMap.newKeySet();
    private volatile long confirmedAtNanos = System.nanoTime();
    private volatile long longestGapNanos;

    private TransferGaps(FilaNodes nodes) {
        this.nodes = nodes;
    }

    /** {@code [TRANSFERS]}. */
    static void run(String[] args) throws Exception {
        int transfers = args.length > 0 ? Integer.parseInt(args[0]) : 40;
        try (FilaNodes nodes = FilaNodes.start(FilaProcess.launcher())) {
            new TransferGaps(nodes).run(transfers);
        }
    }

    private void run(int transfers) throws InterruptedException {
        nodes.client(1).createQueue(QUEUE);
        int from = nodes.leaderOf(QUEUE);
        int to = from % FilaNodes.COUNT + 1;
        int third = to % FilaNodes.COUNT + 1;
        FilaClient client = nodes.client(third).client();
        int shard = shardOf(QUEUE);
        Thread producer = Thread.ofVirtual().start(() -> produce(client));
        double[] gaps = new double[transfers];
        try (Closing _ = consume(client)) {
            Thread.sleep(REST);
            for (int i = 0; i < transfers; i++) {
                longestGapNanos = 0;
                long before = nodes.leaderOf(QUEUE);
                nodes.client((int) before).client().admin().transferLeadership(before == from ? to : from, shard);
                Thread.sleep(REST);
                gaps[i] = longestGapNanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
                System.err.printf(Locale.ROOT, "%d: %.0f ms%n", i + 1, gaps[i]);
            }
            over.set(true);
            producer.join();
            awaitDeliveries();
        }
        Arrays.sort(gaps);
        confirmed.removeAll(delivered);
        System.out.printf(
                Locale.ROOT,
                "gap of %d hand-overs: median %.0f ms, p90 %.0f ms, longest %.0f ms; %d delivered, %d of them twice,"
                        + " %d confirmed and not delivered; %d calls failed and were made again%n",
                transfers,
                gaps[transfers / 2],
                gaps[(int) Math.ceil(transfers * 0.9) - 1],
                gaps[transfers - 1],
                delivered.size(),
                twice.get(),
                confirmed.size(),
                failed.get());
    }

    private int shardOf(String queue) {
        int leader = nodes.leaderOf(queue);
        return nodes.client(1).client().admin().clusterStatus().shards().stream()
                .filter(each -> each.leaderNodeId() == leader)
                .map(each -> (int) each.shard())
                .findFirst()
                .orElseThrow();
    }

    /** Each is sent until it is confirmed; while it is in its queue, its dedup key keeps the broker from storing it again. */
    private void produce(FilaClient client) {
        for (long number = 0; !over.get(); number++) {
            byte[] payload = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
            Outgoing message = Outgoing.of(payload).withDedupKey(Long.toString(number));
            while (!isConfirmed(client, message)) {
                LockSupport.parkNanos(TRY_AGAIN.toNanos());
            }
            confirmed.add(number);
            long now = System.nanoTime();
            longestGapNanos = Math.max(longestGapNanos, now - confirmedAtNanos);
            confirmedAtNanos = now;
            LockSupport.parkNanos(PACE.toNanos());
        }
    }

    private boolean isConfirmed(FilaClient client, Outgoing message) {
        try {
            var _ = client.enqueue(QUEUE, message);
            return true;
        } catch (FilaException notNow) {
            failed.incrementAndGet();
            return false;
        }
    }

    private Closing consume(FilaClient client) {
        Deliveries deliveries = client.consume(QUEUE);
        Thread _ = Thread.ofVirtual().start(() -> {
            for (Delivery delivery : deliveries) {
                delivered.add(delivery.payload().asReadOnlyByteBuffer().getLong());
                if (!ids.add(delivery.id())) {
                    twice.incrementAndGet();
                }
                var _ = delivery.ackAsync();
            }
        });
        return deliveries::close;
    }

    /** What was on its way to the consumer when the lead went away comes again when its lease ends. */
    private void awaitDeliveries() {
        long begin = System.nanoTime();
        while (!delivered.containsAll(confirmed) && System.nanoTime() - begin < PATIENCE.toNanos()) {
            LockSupport.parkNanos(REST.toNanos());
        }
    }
}
