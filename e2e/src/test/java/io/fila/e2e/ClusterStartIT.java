package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.FreePort;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.PeekMessagesRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How nodes become a cluster, and go on in it, with nothing set that has a default. */
class ClusterStartIT {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ELECTION = "cluster.election_timeout_ms";

    @TempDir
    Path directory;

    private ThreeNodes prepare() throws Exception {
        return ThreeNodes.prepareIn(directory, node -> node.without(ELECTION), PlainClient::of);
    }

    @Test
    void eachNodeAnswersSoonWhenTheyAreStartedTogetherTheFirstOneLast() throws Exception {
        try (ThreeNodes cluster = prepare()) {
            for (int node = 3; node >= 1; node--) {
                cluster.node(node).launch();
            }
            long begin = System.nanoTime();

            for (int node = 1; node <= 3; node++) {
                cluster.awaitAnswer(node, ANSWERS_WITHIN.minusNanos(System.nanoTime() - begin));
            }

            cluster.client(2).createQueue("orders");
            cluster.client(3).enqueue("orders", "at once");
        }
    }

    @Test
    void eachNodeAnswersSoonWhenTheyAreStartedOneAfterTheOther() throws Exception {
        try (ThreeNodes cluster = prepare()) {
            for (int node = 1; node <= 3; node++) {
                int members = node;
                PlainClient client = cluster.client(node);
                cluster.node(node).launch();

                await("node " + node)
                        .atMost(ANSWERS_WITHIN)
                        .ignoreExceptions()
                        .until(() -> queues(client).getClusterNodeCount() == members);

                client.createQueue("queue" + node);
            }
            assertThat(queues(cluster.client(1)).getQueuesList())
                    .extracting(queue -> queue.getName())
                    .contains("queue1", "queue2", "queue3");
        }
    }

    /** A client that waits for longer and longer before it connects again would measure itself. */
    private static ListQueuesResponse queues(PlainClient client) {
        client.reconnect();
        return client.admin().listQueues(ListQueuesRequest.getDefaultInstance());
    }

    /** The first one has no peers in its configuration, and must not found another cluster. */
    @Test
    void firstNodeGoesOnInItsClusterAndAnyNodeLetsOthersJoin() throws Exception {
        try (ThreeNodes cluster = prepare().start()) {
            cluster.client(1).createQueue("orders");
            String id = cluster.client(1).enqueue("orders", "kept");
            cluster.node(1).kill();
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> cluster.client(2).stats("orders").getDepth() == 1);

            cluster.revive(1);
            cluster.awaitAnswer(1, ANSWERS_WITHIN);
            assertThat(cluster.client(1).stats("orders").getDepth()).isEqualTo(1);

            // Another loses its disk. Of the two that it may join through, nobody answers at the first address.
            cluster.node(2).kill();
            cluster.node(2).with("cluster.peers", "127.0.0.1:" + FreePort.any() + "," + cluster.nodeAddress(3));
            cluster.emptyDisk(2);
            cluster.revive(2);

            cluster.awaitAnswer(2, ANSWERS_WITHIN);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> cluster.client(2).stats("orders").getReplicationCount() == 3);
            assertThat(stored(cluster.client(2))).containsExactly(id);
        }
    }

    /** Each majority has what the one before confirmed, although they share a single node. */
    @Test
    void whatIsConfirmedIsOnTheDisksOfAMajority() throws Exception {
        try (ThreeNodes cluster = prepare().start()) {
            cluster.client(1).createQueue("orders");
            List<String> confirmed = new ArrayList<>();
            confirmed.add(cluster.client(1).enqueue("orders", "of three"));
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).kill();
            }
            for (int one = 1; one <= 3; one++) {
                int other = ThreeNodes.otherThan(one);
                cluster.node(one).launch();
                cluster.node(other).launch();
                cluster.client(one).reconnect();
                PlainClient client = cluster.client(one);
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .untilAsserted(() -> assertThat(stored(client)).containsAll(confirmed));

                confirmed.add(client.enqueue("orders", "of " + one + " and " + other));

                cluster.node(one).kill();
                cluster.node(other).kill();
            }
        }
    }

    private static List<String> stored(PlainClient client) {
        return client
                .admin()
                .peekMessages(
                        PeekMessagesRequest.newBuilder().setQueue("orders").build())
                .getMessagesList()
                .stream()
                .map(each -> each.getMessage().getId())
                .toList();
    }

    @Test
    void brokerThatStandsAloneTellsOfNoCluster() throws Exception {
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                PlainClient client = PlainClient.of(broker.address())) {
            client.createQueue("orders");

            assertThat(queues(client).getClusterNodeCount()).isZero();
            assertThat(queues(client).getQueuesList()).allMatch(queue -> queue.getLeaderNodeId() == 0);
            assertThat(client.stats("orders").getLeaderNodeId()).isZero();
            assertThat(client.stats("orders").getReplicationCount()).isZero();
            Cli fila = Cli.of(directory, broker.address());
            assertThat(fila.run("queue", "list").printed()).doesNotContain("LEADER", "Cluster nodes");
            assertThat(fila.run("queue", "inspect", "orders").printed()).doesNotContain("Raft leader", "Replicas");
        }
    }

    /** Damage is found only when a node leads and reads what it has: its log says why the process is gone. */
    @Test
    void nodeThatCannotReadItsCopySaysSo() throws Exception {
        try (ThreeNodes cluster = ThreeNodes.prepareIn(
                        directory, node -> node.with("cluster.shards", 1), PlainClient::of)
                .start()) {
            List<BrokerProcess> nodes = List.of(cluster.node(1), cluster.node(2), cluster.node(3));
            cluster.client(1).createQueue("orders");
            await("the queue is in tables")
                    .atMost(PATIENCE)
                    .until(() -> nodes.stream().noneMatch(node -> tables(node).isEmpty()));
            for (BrokerProcess node : nodes) {
                node.kill();
                for (Path table : tables(node)) {
                    damage(table);
                }
            }

            for (BrokerProcess node : nodes) {
                node.launch();
            }

            await("the end of one that leads")
                    .atMost(PATIENCE)
                    .until(() -> nodes.stream().anyMatch(node -> !node.isAlive()));
            BrokerProcess ended =
                    nodes.stream().filter(node -> !node.isAlive()).findFirst().orElseThrow();
            assertThat(ended.log()).contains("move its data directory away");
        }
    }

    private static List<Path> tables(BrokerProcess node) {
        try (Stream<Path> files = Files.walk(node.dataDirectory())) {
            return files.filter(file -> file.toString().endsWith(".sst")).toList();
        } catch (IOException | UncheckedIOException changing) {
            return List.of();
        }
    }

    /** In its first block: what RocksDB reads when it opens a table is at the end. */
    private static void damage(Path table) throws IOException {
        try (FileChannel channel = FileChannel.open(table, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1}), 8);
        }
    }
}
