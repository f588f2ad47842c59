package io.fila.benchmarks.cluster;

import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.benchmarks.whole.Workloads;
import io.fila.client.FilaClient;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How long it takes until a node that lost its disk has everything again, by itself. */
final class WipedNode {
    private static final int QUEUES = 6;
    private static final long MEGABYTE = 1_000_000;

    /** So that the log can't help: it is given back when the database has what is in it. */
    private static final Duration REST = Duration.ofSeconds(10);

    private WipedNode() {}

    /** {@code [MEGABYTES [ROUNDS]]} of bodies in six queues. */
    static void run(String[] args) throws Exception {
        long bytes = MEGABYTE * (args.length > 0 ? Long.parseLong(args[0]) : 1_000);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        try (FilaNodes nodes = FilaNodes.start(FilaProcess.launcher())) {
            for (int number = 0; number < QUEUES; number++) {
                fill(nodes, "kept-" + number, bytes / QUEUES);
            }
            Thread.sleep(REST);
            for (int round = 0; round < rounds; round++) {
                lose(nodes, bytes);
            }
        }
    }

    private static void fill(FilaNodes nodes, String queue, long bytes) throws Exception {
        FilaCluster cluster = new FilaCluster(nodes, true);
        cluster.createQueue(queue);
        Semaphore room = new Semaphore(Workloads.OUTSTANDING);
        try (Contender.Sender sender = cluster.sender(queue, room::release)) {
            Workloads.fill(bytes / Workloads.PAYLOAD_BYTES, Workloads.PAYLOAD_BYTES, room, sender);
        }
    }

    /** The last node, because the founder would found another cluster. */
    private static void lose(FilaNodes nodes, long bytes) throws Exception {
        FilaProcess node = nodes.process(FilaNodes.COUNT);
        node.kill();
        node.loseDisk();
        nodes.await(client -> allHave(client, FilaNodes.COUNT - 1));
        long begin = System.nanoTime();
        node.restart();
        nodes.await(client -> allHave(client, FilaNodes.COUNT));
        System.out.printf(
                Locale.ROOT,
                "A node that lost its disk has %d MB of bodies again, and is in sync, %.1f s after its start%n",
                bytes / MEGABYTE,
                (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1));
    }

    /** Whether every shard has a leader, and so many copies in sync. */
    private static boolean allHave(FilaClient client, int copies) {
        return client.admin().clusterStatus().shards().stream()
                .allMatch(shard -> shard.leaderNodeId() != 0 && shard.replicationCount() == copies);
    }
}
