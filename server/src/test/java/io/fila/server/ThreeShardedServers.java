package io.fila.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
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

/** Three whole brokers in one process, whose queues are spread over as many shards as a cluster has if nothing is said. */
final class ThreeShardedServers implements AutoCloseable {
    static final int QUEUES = 6;

    private final Map<Integer, ServerFixture> servers = new HashMap<>();

    static ThreeShardedServers start(Path directory) throws Exception {
        return start(directory, 3);
    }

    /** The same with so many copies of every shard but the first. */
    static ThreeShardedServers start(Path directory, int copies) throws Exception {
        ThreeShardedServers started = new ThreeShardedServers();
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                addresses.add("127.0.0.1:" + free.getLocalPort());
            }
        }
        for (int number = 1; number <= 3; number++) {
            Map<String, String> settings = Map.of(
                    "FILA_CLUSTER__ENABLED",
                    "true",
                    "FILA_CLUSTER__NODE_ID",
                    Integer.toString(number),
                    "FILA_CLUSTER__BIND_ADDR",
                    addresses.get(number - 1),
                    "FILA_CLUSTER__PEERS",
                    number == 1 ? "" : addresses.getFirst(),
                    // Nine groups on a busy machine: a shorter one would elect somebody else in the middle of a test.
                    "FILA_CLUSTER__ELECTION_TIMEOUT_MS",
                    "2000",
                    "FILA_CLUSTER__REPLICATION_FACTOR",
                    Integer.toString(copies),
                    "FILA_SERVER__HTTP_ADDR",
                    "127.0.0.1:0");
            started.servers.put(number, ServerFixture.start(directory.resolve("node" + number), settings));
        }
        started.createQueues();
        return started;
    }

    ServerFixture server(int number) {
        return Objects.requireNonNull(servers.get(number));
    }

    void stop(int number) {
        server(number).close();
        servers.remove(number);
    }

    static String queue(int number) {
        return "q" + number;
    }

    static ListQueuesResponse list(ServerFixture server) {
        return server.admin().listQueues(ListQueuesRequest.getDefaultInstance());
    }

    GetClusterStatusResponse status(int asked) {
        return server(asked).admin().getClusterStatus(GetClusterStatusRequest.getDefaultInstance());
    }

    /** Waits until all nodes list the same queues, of a cluster of three. */
    void awaitAllListTheSame() {
        await().atMost(30, SECONDS)
                .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                .untilAsserted(() -> {
                    ListQueuesResponse told = list(server(1));
                    assertThat(told.getClusterNodeCount()).isEqualTo(3);
                    assertThat(list(server(2))).isEqualTo(told);
                    assertThat(list(server(3))).isEqualTo(told);
                });
    }

    /** Does something, again for as long as nobody leads. */
    static void eventually(Runnable call) {
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

    void set(String key, String value) {
        eventually(() -> {
            var _ = server(3)
                    .admin()
                    .setConfig(SetConfigRequest.newBuilder()
                            .setKey(key)
                            .setValue(value)
                            .build());
        });
    }

    /** Creates six queues and waits until several nodes lead some, and none more than half. */
    private void createQueues() {
        for (int i = 0; i < QUEUES; i++) {
            ServerFixture server = server(1 + i % 3);
            String name = queue(i);
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

    @Override
    public void close() {
        servers.values().forEach(ServerFixture::close);
    }
}
