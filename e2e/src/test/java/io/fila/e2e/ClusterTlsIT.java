package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.FreePort;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.BatchConsumer;
import io.fila.e2e.wire.BatchProducer;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.e2e.wire.Requests;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.Message;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three nodes that speak TLS to their clients and to each other, with queues on all shards. */
@Tag("long")
class ClusterTlsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> QUEUES = List.of("a", "b", "c");

    @TempDir
    Path directory;

    /** What nodes show, whom they believe, and who is a stranger to them. */
    enum Certificates {
        OF_AN_AUTHORITY("server", "ca", "self"),
        ONE_FOR_ALL("self", "", "server");

        private final String own;
        private final String authority;
        private final String stranger;

        Certificates(String own, String authority, String stranger) {
            this.own = own;
            this.authority = authority;
            this.stranger = stranger;
        }

        void configure(BrokerProcess node, String certificate) {
            node.with("tls.cert_file", file(certificate + ".pem")).with("tls.key_file", file(certificate + ".key"));
            if (!authority.isEmpty()) {
                node.with("tls.ca_file", file(authority + ".pem"));
            }
        }

        ChannelCredentials ofClients() {
            try {
                TlsChannelCredentials.Builder credentials =
                        TlsChannelCredentials.newBuilder().trustManager(trusted());
                return authority.isEmpty()
                        ? credentials.build()
                        : credentials
                                .keyManager(file("client.pem"), file("client.key"))
                                .build();
            } catch (java.io.IOException unreadable) {
                throw new AssertionError(unreadable);
            }
        }

        File trusted() {
            return file((authority.isEmpty() ? own : authority) + ".pem");
        }

        List<String> ofTheCommandLine(String... command) {
            List<String> arguments = new ArrayList<>(List.of(command));
            arguments.addAll(List.of("--tls-ca-cert", trusted().toString()));
            if (!authority.isEmpty()) {
                arguments.addAll(List.of(
                        "--tls-cert",
                        file("client.pem").toString(),
                        "--tls-key",
                        file("client.key").toString()));
            }
            return arguments;
        }

        private static File file(String name) {
            return new File(Objects.requireNonNull(ClusterTlsIT.class.getResource("tls/" + name), name)
                    .getPath());
        }
    }

    private ThreeNodes start(Certificates certificates) throws Exception {
        ThreeNodes cluster = ThreeNodes.prepareIn(
                        directory,
                        node -> certificates.configure(node, certificates.own),
                        address -> PlainClient.of(address, certificates.ofClients()))
                .start();
        await().atMost(PATIENCE).ignoreExceptions().until(() -> cluster.leads(1).size() == 3);
        QUEUES.forEach(cluster.client(1)::createQueue);
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(QUEUES.stream().map(queue -> cluster.leaderOf(queue, 1)))
                        .containsExactlyInAnyOrder(1, 2, 3));
        return cluster;
    }

    @ParameterizedTest
    @EnumSource
    void messagesLiveThroughEveryNodeAndOutliveALeader(Certificates certificates) throws Exception {
        try (ThreeNodes cluster = start(certificates)) {
            for (int node = 1; node <= 3; node++) {
                liveThrough(cluster.client(node));
            }
            QUEUES.forEach(queue -> cluster.client(1).enqueue(queue, "kept"));
            Cli fila = Cli.of(directory, "https://" + cluster.node(3).address());
            assertThat(fila.run(certificates.ofTheCommandLine("queue", "list").toArray(String[]::new))
                            .printed())
                    .contains("Cluster nodes: 3");
            awaitCopies(cluster);

            int dead = cluster.leaderOf("a", 1);
            cluster.node(dead).kill();

            PlainClient survivor = cluster.client(ThreeNodes.otherThan(dead));
            for (String queue : QUEUES) {
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> survivor.stats(queue).getLeaderNodeId() != dead);
                assertThat(survivor.stats(queue).getDepth()).isEqualTo(1);
            }
            cluster.revive(dead);
            awaitCopies(cluster);
            QUEUES.forEach(queue ->
                    assertThat(cluster.client(dead).stats(queue).getDepth()).isEqualTo(1));
        }
    }

    private static void liveThrough(PlainClient client) throws InterruptedException {
        for (String queue : QUEUES) {
            client.enqueue(queue, "alone");
            try (PlainStream stream = client.consume(queue)) {
                client.ack(queue, stream.next().getId());
            }
            try (BatchProducer producer = BatchProducer.open(client)) {
                assertThat(producer.send(Requests.messages(queue, "batched", 10)))
                        .noneMatch(result -> result.hasRefusal());
            }
            try (BatchConsumer consumer = BatchConsumer.open(client, queue, 10)) {
                List<Message> messages = consumer.next(10);
                assertThat(consumer.ack(messages)).noneMatch(result -> result.hasRefusal());
            }
        }
    }

    private static void awaitCopies(ThreeNodes cluster) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            assertThat(cluster.client(1)
                            .admin()
                            .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                            .getShardsList())
                    .allMatch(shard -> shard.getReplicationCount() == 3);
            assertThat(cluster.leads(1)).isEqualTo(Map.of(1L, 1L, 2L, 1L, 3L, 1L));
        });
    }

    @ParameterizedTest
    @EnumSource
    void whoHasTheWrongCertificateIsNotLetIn(Certificates certificates) throws Exception {
        Path strangers = Files.createDirectories(directory.resolve("stranger"));
        try (ThreeNodes cluster = start(certificates);
                BrokerProcess stranger = BrokerProcess.in(strangers)
                        .with("cluster.enabled", true)
                        .with("cluster.node_id", 4)
                        .with("cluster.bind_addr", "127.0.0.1:" + FreePort.any())
                        .with("cluster.peers", cluster.nodeAddress(1) + "," + cluster.nodeAddress(2))
                        .with("cluster.election_timeout_ms", 500)) {
            certificates.configure(stranger, certificates.stranger);
            stranger.start();
            await().atMost(PATIENCE).until(() -> stranger.log().contains("waits to join the cluster"));

            refused(cluster, InsecureChannelCredentials.create());
            refused(
                    cluster,
                    TlsChannelCredentials.newBuilder()
                            .trustManager(Certificates.file(certificates.stranger + ".pem"))
                            .build());
            if (!certificates.authority.isEmpty()) {
                refused(
                        cluster,
                        TlsChannelCredentials.newBuilder()
                                .trustManager(certificates.trusted())
                                .build());
            }

            assertThat(cluster.client(1)
                            .admin()
                            .listQueues(ListQueuesRequest.getDefaultInstance())
                            .getClusterNodeCount())
                    .isEqualTo(3);
            assertThat(stranger.log()).doesNotContain("has joined");
        }
    }

    private static void refused(ThreeNodes cluster, ChannelCredentials credentials) {
        try (PlainClient client = PlainClient.of(cluster.node(2).address(), credentials)) {
            PlainClient.refusal(Status.Code.UNAVAILABLE, () -> client.enqueue("a", "never"));
        }
    }
}
