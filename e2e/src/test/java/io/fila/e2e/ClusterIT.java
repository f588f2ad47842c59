package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.Cli;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.ApiKeyInfo;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.QueueInfo;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes, one broker to its clients, as a cluster comes: its queues on three shards. */
class ClusterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration REPLACED_WITHIN = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    @Test
    void everyNodeTakesEveryCallAndTellsTheSame() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory)) {
            cluster.client(3).createQueue("orders");
            for (int id = 1; id <= 3; id++) {
                cluster.client(id).enqueue("orders", "from " + id);
            }
            awaitCopies(cluster, 3);

            int leader = cluster.leaderOf("orders", 1);
            for (PlainClient client : cluster.clients()) {
                assertThat(client.stats("orders")).isEqualTo(cluster.client(1).stats("orders"));
                assertThat(client.stats("orders").getDepth()).isEqualTo(3);
                assertThat(client.stats("orders").getLeaderNodeId()).isEqualTo(leader);
            }
            // Consumed on one node and acked on another, whoever leads.
            try (PlainStream stream = cluster.client(2).consume("orders").awaitHeaders()) {
                for (Message message : stream.next(3)) {
                    cluster.client(3).ack("orders", message.getId());
                }
            }
            Cli fila = Cli.of(directory, cluster.node(2).address());
            assertThat(fila.run("queue", "inspect", "orders").printed())
                    .contains("\n  Raft leader:          node " + leader + "\n")
                    .contains("\n  Replicas:             3\n");
            assertThat(fila.run("queue", "list").printed()).contains("LEADER").contains("Cluster nodes: 3\n");
            assertThat(fila.run("cluster", "status").printed())
                    .contains("NODE  LEADS")
                    .contains("SHARD  LEADER");

            checkSixQueues(cluster);
        }
    }

    /** Six new queues: nobody leads more than three, and every node takes messages for all. */
    private static void checkSixQueues(ThreeNodes cluster) throws Exception {
        List<String> queues =
                IntStream.range(0, 6).mapToObj(number -> "tenant" + number).toList();
        for (int i = 0; i < queues.size(); i++) {
            cluster.client(1 + i % 3).createQueue(queues.get(i));
        }
        for (String queue : queues) {
            cluster.clients().forEach(client -> client.enqueue(queue, "work"));
        }
        Map<Long, Long> leads =
                cluster.client(1).admin().listQueues(ListQueuesRequest.getDefaultInstance()).getQueuesList().stream()
                        .filter(queue -> queues.contains(queue.getName()))
                        .collect(Collectors.groupingBy(QueueInfo::getLeaderNodeId, Collectors.counting()));
        assertThat(leads).hasSizeGreaterThan(1).doesNotContainKey(0L);
        assertThat(leads.values()).allMatch(count -> count <= 3);
        for (int i = 0; i < queues.size(); i++) {
            String queue = queues.get(i);
            try (PlainStream stream = cluster.client(1 + (i + 1) % 3).consume(queue)) {
                for (Message message : stream.next(3)) {
                    cluster.client(1 + i % 3).ack(queue, message.getId());
                }
            }
        }
        // A stream that was closed is unregistered a moment later.
        await().atMost(PATIENCE).untilAsserted(() -> {
            ListQueuesResponse told = cluster.client(1).admin().listQueues(ListQueuesRequest.getDefaultInstance());
            assertThat(told.getClusterNodeCount()).isEqualTo(3);
            assertThat(told.getQueuesList())
                    .allMatch(queue -> queue.getActiveConsumers() == 0 && queue.getInFlight() == 0);
            for (PlainClient client : cluster.clients()) {
                assertThat(client.admin().listQueues(ListQueuesRequest.getDefaultInstance()))
                        .isEqualTo(told);
            }
        });
    }

    @Test
    void leaderThatDiesIsReplacedAndWhatWasConfirmedIsThere() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory)) {
            PlainClient first = cluster.client(1);
            first.createQueue(
                    "orders", QueueConfig.newBuilder().setMaxAttempts(1).build());
            first.set("motd", "hello");
            var _ = first.admin()
                    .createApiKey(
                            CreateApiKeyRequest.newBuilder().setName("worker").build());
            for (int i = 0; i < 20; i++) {
                first.enqueue("orders", "m" + i);
            }
            Message held;
            try (PlainStream stream = first.consume("orders", 2)) {
                held = stream.next();
                first.nack("orders", stream.next().getId(), "chosen to fail");
            }
            await().atMost(PATIENCE).until(() -> first.stats("orders.dlq").getDepth() == 1);
            awaitCopies(cluster, 3);

            int dead = cluster.leaderOf("orders", 1);
            cluster.node(dead).kill();
            int survivor = ThreeNodes.otherThan(dead);
            PlainClient client = cluster.client(survivor);
            await().atMost(REPLACED_WITHIN)
                    .ignoreExceptions()
                    .until(() -> client.stats("orders").getLeaderNodeId() != dead);

            await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> checkAll(client));
            client.ack("orders", held.getId());
            client.enqueue("orders", "after the failover");

            // The one that comes back is needed for a majority when the next one dies.
            cluster.revive(dead);
            awaitCopies(cluster, 3);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> cluster.leads(survivor).equals(Map.of(1L, 1L, 2L, 1L, 3L, 1L)));
            int next = cluster.leaderOf("orders", survivor);
            cluster.node(next).kill();
            PlainClient revived = cluster.client(next == dead ? survivor : dead);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> revived.stats("orders").getLeaderNodeId() != next);
            assertThat(revived.stats("orders").getDepth()
                            + revived.stats("orders").getInFlight())
                    .isEqualTo(19);

            cluster.revive(next);
            cluster.restartAll();
            await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> checkAll(cluster.client(2)));
        }
    }

    private static void checkAll(PlainClient client) {
        assertThat(client.stats("orders").getDepth() + client.stats("orders").getInFlight())
                .isEqualTo(19);
        assertThat(client.stats("orders.dlq").getDepth()).isEqualTo(1);
        assertThat(client.admin()
                        .getConfig(GetConfigRequest.newBuilder().setKey("motd").build())
                        .getValue())
                .isEqualTo("hello");
        assertThat(client.admin()
                        .listApiKeys(ListApiKeysRequest.getDefaultInstance())
                        .getKeysList())
                .extracting(ApiKeyInfo::getName)
                .containsExactly("worker");
    }

    @Test
    void withoutAMajorityNothingIsConfirmed() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory)) {
            cluster.client(1).createQueue("orders");
            cluster.client(1).enqueue("orders", "confirmed");
            awaitCopies(cluster, 3);
            int leader = cluster.leaderOf("orders", 1);
            int one = ThreeNodes.otherThan(leader);
            int other = ThreeNodes.otherThan(one);

            cluster.node(one).kill();
            cluster.node(other).kill();

            PlainClient alone = cluster.client(leader);
            PlainClient.refusal(Status.Code.UNAVAILABLE, () -> alone.enqueue("orders", "never confirmed"));
            PlainClient.refusal(Status.Code.UNAVAILABLE, () -> alone.stats("orders"));

            cluster.revive(one);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(() -> cluster.client(one).enqueue("orders", "confirmed too"));
            // What was refused may have been stored, or not.
            assertThat(alone.stats("orders").getDepth()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void operatorsMoveTheLeadAndTakeNodesOut() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.startIn(directory);
                PlainStream stream = consumeOneOf(cluster)) {
            Message held = stream.next();
            awaitCopies(cluster, 3);
            int first = cluster.leaderOf("orders", 1);
            int second = ThreeNodes.otherThan(first);
            Cli fila = Cli.of(directory, cluster.node(first).address());

            assertThat(fila.run("cluster", "transfer", Integer.toString(second)).printed())
                    .isEqualTo("Node " + second + " leads.\n");

            // The lease goes on: nobody else gets the message.
            assertThat(cluster.client(first).stats("orders").getInFlight()).isEqualTo(1);
            cluster.client(first).ack("orders", held.getId());

            // A leader that is stopped hands over, so that a call at once finds another.
            cluster.node(second).terminate();
            cluster.client(first).enqueue("orders", "after a stop");
            assertThat(fila.run("cluster", "remove", Integer.toString(second)).printed())
                    .isEqualTo("Removed node " + second + ".\n");
            assertThat(fila.run("cluster", "status").printed())
                    .contains("node " + first)
                    .doesNotContain("node " + second);
            assertThat(cluster.client(first).stats("orders").getDepth()).isEqualTo(1);
            cluster.node(second).launch();
            assertThat(cluster.node(second).awaitEnd(PATIENCE).err())
                    .as("why a node that was removed ends")
                    .contains("This node was removed from the cluster");
        }
    }

    private static PlainStream consumeOneOf(ThreeNodes cluster) {
        cluster.client(1).createQueue("orders");
        cluster.client(1).enqueue("orders", "held");
        return cluster.client(1).consume("orders");
    }

    private static void awaitCopies(ThreeNodes cluster, int copies) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            for (PlainClient client : cluster.clients()) {
                assertThat(client.stats("orders").getReplicationCount()).isEqualTo(copies);
            }
        });
    }
}
