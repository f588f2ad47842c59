package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.DataTool;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.ShardCopy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five nodes, and three copies of everything but the first shard, as a cluster of five comes if nothing is set. */
@Tag("long")
class FewerCopiesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int QUEUES = 6;
    private static final int COPIES = 3;

    @TempDir
    Path directory;

    @Test
    void fiveNodesKeepThreeCopiesAndMakeThemGoodWhenOneIsGone() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.prepareIn(directory, 5).start()) {
            List<String> queues = new ArrayList<>();
            for (int i = 0; i < QUEUES; i++) {
                queues.add("queue" + i);
                cluster.client(1 + i % 5).createQueue(queues.get(i));
            }
            awaitCopies(cluster, 1, Set.of(1, 2, 3, 4, 5));
            Map<String, Set<String>> confirmed = new HashMap<>();
            enqueueOnEach(cluster, Set.of(1, 2, 3, 4, 5), queues, confirmed);

            int dead = holderThatDoesNotLeadTheFirst(status(cluster, 1));
            cluster.node(dead).kill();
            Set<Integer> left = new TreeSet<>(Set.of(1, 2, 3, 4, 5));
            left.remove(dead);
            int asked = left.iterator().next();
            Cli fila = Cli.of(directory, cluster.node(asked).address());
            await().atMost(PATIENCE)
                    .until(() -> fila.run("cluster", "remove", Integer.toString(dead))
                                            .exitCode()
                                    == 0
                            || status(cluster, asked).getNodesCount() == 4);
            awaitCopies(cluster, asked, left);
            enqueueOnEach(cluster, left, queues, confirmed);

            Path backup = directory.resolve("backup");
            var _ = cluster.client(asked)
                    .admin()
                    .backup(BackupRequest.newBuilder()
                            .setDirectory(backup.toString())
                            .build());
            // From a node that may have no copy of it.
            for (String queue : queues) {
                checkConsumed(cluster.client(asked), queue, confirmed.getOrDefault(queue, Set.of()));
            }

            checkBackup(queues, confirmed);
        }
    }

    /** Whatever a node has a copy of, it takes messages for every queue. */
    private static void enqueueOnEach(
            ThreeNodes cluster, Set<Integer> nodes, List<String> queues, Map<String, Set<String>> confirmed) {
        for (int node : nodes) {
            for (String queue : queues) {
                String[] id = {""};
                await("node " + node + " takes a message for " + queue)
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> {
                            id[0] = cluster.client(node).enqueue(queue, "from " + node);
                            return true;
                        });
                confirmed.computeIfAbsent(queue, name -> new TreeSet<>()).add(id[0]);
            }
        }
    }

    private static void checkConsumed(PlainClient client, String queue, Set<String> confirmed) throws Exception {
        Set<String> delivered = new TreeSet<>();
        try (PlainStream stream = client.consume(queue).awaitHeaders()) {
            while (!delivered.containsAll(confirmed)) {
                for (Message message : stream.next(1)) {
                    delivered.add(message.getId());
                    client.ack(queue, message.getId());
                }
            }
        }
    }

    private void checkBackup(List<String> queues, Map<String, Set<String>> confirmed) throws Exception {
        DataTool.run(directory, "restore", "backup", "restored/data").printed();
        try (BrokerProcess restored =
                        BrokerProcess.in(directory.resolve("restored")).start();
                PlainClient client = PlainClient.of(restored.address())) {
            for (String queue : queues) {
                assertThat(client.stats(queue).getDepth())
                        .isGreaterThanOrEqualTo(
                                confirmed.getOrDefault(queue, Set.of()).size());
            }
        }
    }

    private static GetClusterStatusResponse status(ThreeNodes cluster, int asked) {
        return cluster.client(asked).admin().getClusterStatus(GetClusterStatusRequest.getDefaultInstance());
    }

    private static int holderThatDoesNotLeadTheFirst(GetClusterStatusResponse status) {
        return (int) status.getShards(1).getCopiesList().stream()
                .mapToLong(ShardCopy::getNodeId)
                .filter(node -> node != status.getLeaderNodeId())
                .findFirst()
                .orElseThrow();
    }

    /** The first shard is on all nodes, the others on three each, in sync, and no node has two more than another. */
    private static void awaitCopies(ThreeNodes cluster, int asked, Set<Integer> nodes) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            GetClusterStatusResponse status = status(cluster, asked);
            assertThat(status.getNodesList()).hasSize(nodes.size()).allMatch(node -> node.getInSync());
            Map<Long, Integer> load = new HashMap<>();
            nodes.forEach(node -> load.put((long) node, 0));
            for (ClusterShard shard : status.getShardsList()) {
                assertThat(shard.getCopiesList())
                        .hasSize(shard.getShard() == 0 ? nodes.size() : COPIES)
                        .allMatch(ShardCopy::getInSync);
                if (shard.getShard() > 0) {
                    shard.getCopiesList().forEach(copy -> load.merge(copy.getNodeId(), 1, Integer::sum));
                }
            }
            assertThat(load).hasSize(nodes.size());
            assertThat(load.values().stream().mapToInt(Integer::intValue).max().orElseThrow()
                            - load.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .min()
                                    .orElseThrow())
                    .isLessThan(2);
        });
    }
}
