package io.fila.server;

import static io.fila.server.ThreeShardedServers.QUEUES;
import static io.fila.server.ThreeShardedServers.eventually;
import static io.fila.server.ThreeShardedServers.queue;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.storage.Backup;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What three brokers do as one of which each has copies of some shards only: there is one of each but the first. */
final class FewerCopiesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static ThreeShardedServers servers;

    @BeforeAll
    static void start() throws Exception {
        servers = ThreeShardedServers.start(directory, 1);
        await().atMost(60, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    GetClusterStatusResponse status = status(2);
                    assertThat(status.getNodesList()).hasSize(3).allMatch(node -> node.getInSync());
                    assertThat(status.getShardsList().stream().map(ClusterShard::getCopiesCount))
                            .containsExactly(3, 1, 1);
                    assertThat(status.getShards(1).getCopies(0).getNodeId())
                            .isNotEqualTo(status.getShards(2).getCopies(0).getNodeId());
                });
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    private static ServerFixture server(int number) {
        return servers.server(number);
    }

    private static GetClusterStatusResponse status(int asked) {
        return servers.status(asked);
    }

    @Test
    void anyNodeTakesAnyCallAlsoForWhatItHasNoCopyOf() throws Exception {
        servers.awaitAllListTheSame();
        for (int number = 1; number <= 3; number++) {
            ProducerProbe producer = ProducerProbe.open(server(number).channel());
            List<EnqueueRequest> batch = new ArrayList<>();
            for (int i = 0; i < QUEUES; i++) {
                batch.add(Requests.enqueue(queue(i), "from " + number));
            }
            producer.send(batch);
            Map<Long, EnqueueResult> results = producer.results(QUEUES);
            assertThat(results.values()).noneMatch(EnqueueResult::hasRefusal);
            producer.halfClose();
            assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
        }
        for (int i = 0; i < QUEUES; i++) {
            String queue = queue(i);
            BatchConsumerProbe consumer =
                    BatchConsumerProbe.open(server(1 + i % 3).channel(), queue, 10);
            consumer.ack(consumer.messages(3));
            assertThat(consumer.results(3)).noneMatch(result -> result.hasRefusal());
            for (int number = 1; number <= 3; number++) {
                assertThat(server(number).stats(queue).getInFlight()).isZero();
            }
        }
    }

    @Test
    void copiesAreCountedOfTheShardOfAQueue() {
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    List<Integer> counts = new ArrayList<>();
                    for (int i = 0; i < QUEUES; i++) {
                        counts.add(server(1).stats(queue(i)).getReplicationCount());
                        assertThat(server(2).stats(queue(i)).getReplicationCount())
                                .isEqualTo(counts.getLast());
                    }
                    assertThat(counts).containsOnly(1, 3);
                });
        assertThat(status(3).getReplicationCount()).isEqualTo(1);
    }

    @Test
    void theLeadIsNotHandedToANodeWithoutACopy() {
        long holder = status(1).getShards(1).getCopies(0).getNodeId();

        assertThatThrownBy(() -> server(2)
                        .admin()
                        .transferLeadership(TransferLeadershipRequest.newBuilder()
                                .setNodeId(holder % 3 + 1)
                                .setShard(1)
                                .build()))
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("Expected a node that has a copy of shard 1 but node " + (holder % 3 + 1));
    }

    @Test
    void aBackupHasWhatTheNodeThatMakesItHasNoCopyOf() throws Exception {
        for (int i = 0; i < QUEUES; i++) {
            String queue = "kept" + i;
            eventually(() -> server(1).createQueue(queue));
            eventually(() -> server(2).enqueue(queue, "kept"));
        }
        // Where a fixture looks for its data.
        Path backup = Files.createDirectory(directory.resolve("backup")).resolve("data");

        eventually(() -> {
            var _ = server(2)
                    .admin()
                    .backup(BackupRequest.newBuilder()
                            .setDirectory(backup.toString())
                            .build());
        });

        Path restored = Files.createDirectory(directory.resolve("restored")).resolve("data");
        assertThat(Backup.restore(backup, restored).files()).isPositive();
        try (ServerFixture alone = ServerFixture.start(directory.resolve("restored"))) {
            for (int i = 0; i < QUEUES; i++) {
                assertThat(alone.stats("kept" + i).getDepth()).isPositive();
            }
        }
    }

    @Test
    void everyNodeShowsWhereEveryShardIs() throws Exception {
        for (int number = 1; number <= 3; number++) {
            try (HttpProbe http = new HttpProbe(server(number).page(), "")) {
                String metrics = http.get("metrics").body();
                for (int shard = 0; shard < 3; shard++) {
                    assertThat(metrics).contains("fila_cluster_leader_known{shard=\"" + shard + "\"} 1\n");
                }
                assertThat(metrics).contains("fila_cluster_nodes 3\n");
            }
        }
    }
}
