package io.fila.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.SetConfigRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three whole brokers in one process, whose queues are spread over three shards. */
final class ShardedServersTest {
    private static final int QUEUES = 6;

    @TempDir
    Path directory;

    private final Map<Integer, ServerFixture> servers = new HashMap<>();
    private final List<String> addresses = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.values().forEach(ServerFixture::close);
    }

    private void start(Map<String, String> more) throws Exception {
        for (int i = 0; i < 3; i++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                addresses.add("127.0.0.1:" + free.getLocalPort());
            }
        }
        for (int number = 1; number <= 3; number++) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "FILA_CLUSTER__ENABLED",
                    "true",
                    "FILA_CLUSTER__SHARDS",
                    "3",
                    "FILA_CLUSTER__NODE_ID",
                    Integer.toString(number),
                    "FILA_CLUSTER__BIND_ADDR",
                    addresses.get(number - 1),
                    "FILA_CLUSTER__PEERS",
                    number == 1 ? "" : addresses.getFirst(),
                    // Nine groups on a busy machine: a shorter one would elect somebody else in the middle of a test.
                    "FILA_CLUSTER__ELECTION_TIMEOUT_MS",
                    "2000",
                    "FILA_SERVER__HTTP_ADDR",
                    "127.0.0.1:0"));
            settings.putAll(more);
            servers.put(number, ServerFixture.start(directory.resolve("node" + number), settings));
        }
    }

    private ServerFixture server(int number) {
        return Objects.requireNonNull(servers.get(number));
    }

    /** Does something, again for as long as nobody leads. */
    private static void eventually(Runnable call) {
        await().atMost(30, SECONDS).until(() -> {
            try {
                call.run();
                return true;
            } catch (StatusRuntimeException refused) {
                assertThat(refused.getStatus().getCode())
                        .as("%s", refused.getStatus())
                        .isIn(Status.Code.UNAVAILABLE, Status.Code.ALREADY_EXISTS);
                return refused.getStatus().getCode() == Status.Code.ALREADY_EXISTS;
            }
        });
    }

    private static ListQueuesResponse list(ServerFixture server) {
        return server.admin().listQueues(ListQueuesRequest.getDefaultInstance());
    }

    /** Creates six queues and waits until several nodes lead some, and none more than half. */
    private void createQueues() {
        for (int i = 0; i < QUEUES; i++) {
            ServerFixture server = server(1 + i % 3);
            String name = "q" + i;
            eventually(() -> server.createQueue(name));
        }
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    Map<Long, Integer> leads = new HashMap<>();
                    list(server(2)).getQueuesList().stream()
                            .filter(queue -> !queue.getName().endsWith(".dlq"))
                            .forEach(queue -> leads.merge(queue.getLeaderNodeId(), 1, Integer::sum));
                    assertThat(leads).hasSizeGreaterThan(1).doesNotContainKey(0L);
                    assertThat(leads.values())
                            .allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(3));
                    assertThat(leads.values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum())
                            .isEqualTo(QUEUES);
                });
    }

    @Test
    void sixQueuesAreLedBySeveralNodesAndAnyNodeTakesAnyCall() throws Exception {
        start(Map.of());
        createQueues();
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    ListQueuesResponse told = list(server(1));
                    assertThat(told.getQueuesList()).hasSize(2 * QUEUES);
                    assertThat(told.getClusterNodeCount()).isEqualTo(3);
                    assertThat(list(server(2))).isEqualTo(told);
                    assertThat(list(server(3))).isEqualTo(told);
                });

        for (int number = 1; number <= 3; number++) {
            ProducerProbe producer = ProducerProbe.open(server(number).channel());
            List<EnqueueRequest> batch = new ArrayList<>();
            for (int i = 0; i < QUEUES; i++) {
                batch.add(Requests.enqueue("q" + i, "from " + number));
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
            String queue = "q" + i;
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
        start(Map.of());
        createQueues();
        eventually(() -> {
            var _ = server(3)
                    .admin()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey("throttle.api")
                            .setValue("0,5")
                            .build());
        });
        assertThat(server(2)
                        .admin()
                        .listConfig(ListConfigRequest.getDefaultInstance())
                        .getEntriesList())
                .hasSize(1);
        List<BatchConsumerProbe> consumers = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            for (int message = 0; message < 5; message++) {
                server(1)
                        .enqueue(Requests.enqueue("q" + i, "throttled").toBuilder()
                                .addThrottleKeys("api")
                                .build());
            }
            consumers.add(BatchConsumerProbe.open(server(1 + i % 3).channel(), "q" + i, 10));
        }

        await().atMost(30, SECONDS).until(() -> delivered() == 5);
        await().during(2, SECONDS).atMost(5, SECONDS).until(() -> delivered() == 5);

        eventually(() -> {
            var _ = server(1)
                    .admin()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey("throttle.api")
                            .setValue("1000,1000")
                            .build());
        });
        await().atMost(30, SECONDS).until(() -> delivered() == 5 * QUEUES);
        assertThat(consumers).hasSize(QUEUES);
    }

    @Test
    void whatWasConfirmedOutlivesAnyNodeAndSettingsGoOnToReachAll() throws Exception {
        start(Map.of());
        createQueues();
        for (int i = 0; i < QUEUES; i++) {
            String queue = "q" + i;
            eventually(() -> server(1).enqueue(queue, "before"));
        }

        server(1).close();
        servers.remove(1);

        for (int i = 0; i < QUEUES; i++) {
            String queue = "q" + i;
            eventually(() -> server(2).enqueue(queue, "after"));
            await().atMost(30, SECONDS)
                    .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                    .untilAsserted(() -> {
                        assertThat(server(3).stats(queue).getDepth()).isGreaterThanOrEqualTo(2);
                        assertThat(server(3).stats(queue).getLeaderNodeId()).isNotEqualTo(1);
                    });
        }
        eventually(() -> {
            var _ = server(3)
                    .admin()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey("colour")
                            .setValue("red")
                            .build());
        });
        eventually(() -> server(2).createQueue("later"));
        eventually(() -> server(3).enqueue("later", "too"));
    }

    private long delivered() {
        return list(server(1)).getQueuesList().stream()
                .mapToLong(queue -> queue.getInFlight())
                .sum();
    }
}
