package io.fila.server;

import static io.fila.server.ThreeShardedServers.QUEUES;
import static io.fila.server.ThreeShardedServers.eventually;
import static io.fila.server.ThreeShardedServers.list;
import static io.fila.server.ThreeShardedServers.queue;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.PerThrottleKeyStats;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.storage.Backup;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What three brokers with several shards do as one. */
final class ShardedServersTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static ThreeShardedServers servers;

    @BeforeAll
    static void start() throws Exception {
        servers = ThreeShardedServers.start(directory);
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

    /** New queues that different nodes lead. */
    private static List<String> apart() {
        for (int i = 0; i < QUEUES; i++) {
            String name = "apart" + i;
            eventually(() -> server(1).createQueue(name));
        }
        Map<Long, String> byLeader = new HashMap<>();
        list(server(1)).getQueuesList().stream()
                .filter(queue -> queue.getName().matches("apart[0-9]"))
                .forEach(queue -> byLeader.put(queue.getLeaderNodeId(), queue.getName()));
        assertThat(byLeader).hasSizeGreaterThan(1);
        return List.copyOf(byLeader.values());
    }

    @Test
    void anyNodeTakesAnyCallAndAllTellTheSame() throws Exception {
        servers.awaitAllListTheSame();

        for (int number = 1; number <= 3; number++) {
            ProducerProbe producer = ProducerProbe.open(server(number).channel());
            List<EnqueueRequest> batch = new ArrayList<>();
            for (int i = 0; i < QUEUES; i++) {
                batch.add(Requests.enqueue(queue(i), "from " + number));
            }
            producer.send(batch);
            producer.send(List.of(Requests.enqueue("nowhere", "lost")));
            Map<Long, EnqueueResult> results = producer.results(QUEUES + 1);
            assertThat(results.values().stream().filter(EnqueueResult::hasRefusal))
                    .singleElement()
                    .satisfies(result ->
                            assertThat(result.getRefusal().getCode()).isEqualTo(Status.Code.NOT_FOUND.value()));
            producer.halfClose();
            assertThat(producer.awaitEnd().getCode()).isEqualTo(Status.Code.OK);
        }
        for (int i = 0; i < QUEUES; i++) {
            String queue = queue(i);
            server(1 + (i + 1) % 3).enqueue(queue, "alone");
            BatchConsumerProbe consumer =
                    BatchConsumerProbe.open(server(1 + i % 3).channel(), queue, 10);
            consumer.ack(consumer.messages(4));
            assertThat(consumer.results(4)).noneMatch(result -> result.hasRefusal());
            for (int number = 1; number <= 3; number++) {
                assertThat(server(number).stats(queue).getInFlight()).isZero();
            }
        }
    }

    @Test
    void settingsReachEveryShardAndThrottlesHoldAcrossThem() throws Exception {
        List<String> queues = IntStream.range(0, 3)
                .mapToObj(i -> "throttled" + i)
                .peek(name -> eventually(() -> server(1).createQueue(name)))
                .toList();
        servers.set("throttle.api", "0,5");
        assertThat(server(2)
                        .admin()
                        .listConfig(ListConfigRequest.newBuilder()
                                .setPrefix("throttle.api")
                                .build())
                        .getEntriesList())
                .hasSize(1);
        for (String queue : queues) {
            for (int message = 0; message < 5; message++) {
                server(1)
                        .enqueue(Requests.enqueue(queue, "throttled").toBuilder()
                                .addThrottleKeys("api")
                                .build());
            }
            BatchConsumerProbe _ = BatchConsumerProbe.open(server(2).channel(), queue, 10);
        }

        await().atMost(30, SECONDS).until(() -> inFlight(queues) == 5);
        await().during(1, SECONDS).atMost(5, SECONDS).until(() -> inFlight(queues) == 5);
        for (String queue : queues) {
            assertThat(throttle(queue, "api")).satisfies(bucket -> {
                assertThat(bucket.getRatePerSecond()).isZero();
                assertThat(bucket.getBurst()).isEqualTo(5);
                assertThat(bucket.getTokens()).isZero();
            });
        }

        servers.set("throttle.api", "1000,1000");
        await().atMost(30, SECONDS).until(() -> inFlight(queues) == 15);
        for (String queue : queues) {
            assertThat(throttle(queue, "api").getRatePerSecond()).isEqualTo(1000);
        }
    }

    private static long inFlight(List<String> queues) {
        return queues.stream()
                .mapToLong(queue -> server(3).stats(queue).getInFlight())
                .sum();
    }

    private static PerThrottleKeyStats throttle(String queue, String key) {
        return server(3).stats(queue).getPerThrottleStatsList().stream()
                .filter(bucket -> bucket.getKey().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void messagesMoveOnlyBesideEachOther() {
        List<String> apart = apart();
        String from = apart.getFirst();
        String id = server(1).enqueue(from, "to be moved");

        assertThatThrownBy(() -> move(from, id, apart.getLast()))
                .isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
                    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
                    assertThat(refused).hasMessageContaining("--beside \"" + from);
                });
        assertThatThrownBy(() -> move(from, id, "nowhere")).hasMessageContaining("NOT_FOUND");

        var _ = server(2)
                .admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName("beside")
                        .setBeside(from)
                        .build());
        move(from, id, "beside");
        assertThat(server(3).stats("beside").getDepth()).isEqualTo(1);
        assertThatThrownBy(() -> server(2)
                        .admin()
                        .createQueue(CreateQueueRequest.newBuilder()
                                .setName("alone")
                                .setBeside("nowhere")
                                .build()))
                .hasMessageContaining("NOT_FOUND");
    }

    private static void move(String from, String id, String target) {
        var _ = server(2)
                .admin()
                .moveMessage(MoveMessageRequest.newBuilder()
                        .setQueue(from)
                        .setMessageId(id)
                        .setTargetQueue(target)
                        .build());
    }

    @Test
    void statusTellsOfEveryShardAndALeadThatIsHandedOverStays() {
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    GetClusterStatusResponse status = status(2);
                    assertThat(status.getReplicationCount()).isEqualTo(3);
                    assertThat(status.getNodesList()).hasSize(3).allMatch(node -> node.getInSync());
                    assertThat(status.getShardsList())
                            .hasSize(3)
                            .allSatisfy(shard ->
                                    assertThat(shard.getCopiesList()).hasSize(3).allMatch(copy -> copy.getInSync()));
                    assertThat(status.getShardsList().stream().map(ClusterShard::getLeaderNodeId))
                            .containsExactlyInAnyOrder(1L, 2L, 3L);
                });
        long next = status(1).getShards(1).getLeaderNodeId() % 3 + 1;

        var _ = server(3)
                .admin()
                .transferLeadership(TransferLeadershipRequest.newBuilder()
                        .setNodeId(next)
                        .setShard(1)
                        .build());

        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .until(() -> status(1).getShards(1).getLeaderNodeId() == next);
        assertThatThrownBy(() -> server(3)
                        .admin()
                        .transferLeadership(TransferLeadershipRequest.newBuilder()
                                .setShard(3)
                                .build()))
                .hasMessageContaining("Expected a shard from 0 to 2");
    }

    @Test
    void aBackupHasTheQueuesOfAllShards() throws Exception {
        for (int i = 0; i < QUEUES; i++) {
            String queue = "kept" + i;
            eventually(() -> server(1).createQueue(queue));
            eventually(() -> server(2).enqueue(queue, "kept"));
        }
        servers.set("colour", "red");
        List<Path> tries = new ArrayList<>();

        eventually(() -> {
            // One that got no answer may have been made.
            Path home = directory.resolve("backup" + tries.size());
            assertThat(home.toFile().mkdir()).isTrue();
            tries.add(home);
            var _ = server(2)
                    .admin()
                    .backup(BackupRequest.newBuilder()
                            .setDirectory(home.resolve("data").toString())
                            .build());
        });

        Path backup = tries.getLast().resolve("data");
        assertThatThrownBy(() -> ServerFixture.start(tries.getLast())).hasMessageContaining("fila restore");
        Path restored = Files.createDirectory(directory.resolve("restored")).resolve("data");
        Backup.Size made = Backup.restore(backup, restored);
        assertThat(made.files()).isPositive();
        try (ServerFixture alone = ServerFixture.start(directory.resolve("restored"))) {
            for (int i = 0; i < QUEUES; i++) {
                assertThat(alone.stats("kept" + i).getDepth()).isPositive();
                alone.enqueue("kept" + i, "more");
            }
            assertThat(alone.admin()
                            .listConfig(ListConfigRequest.newBuilder()
                                    .setPrefix("colour")
                                    .build())
                            .getEntriesList())
                    .hasSize(1);
        }
    }

    @Test
    void aKeyMayHaveALimitBelowTheNumberOfShards() {
        String[] id = {""};
        eventually(() -> id[0] = server(1)
                .admin()
                .createApiKey(CreateApiKeyRequest.newBuilder().setName("worker").build())
                .getKeyId());

        eventually(() -> {
            var _ = server(2)
                    .admin()
                    .setApiKeyLimits(SetApiKeyLimitsRequest.newBuilder()
                            .setKeyId(id[0])
                            .setStreams(1)
                            .setEnqueuesPerSecond(1)
                            .build());
        });

        assertThat(server(3)
                        .admin()
                        .listApiKeys(ListApiKeysRequest.getDefaultInstance())
                        .getKeysList())
                .anyMatch(key -> key.getName().equals("worker"));
    }
}
