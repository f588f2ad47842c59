package io.fila.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three whole brokers in one process that are one to their clients, with one shard. */
final class ThreeServersTest {
    private static final String QUEUE = "orders";

    @TempDir
    Path directory;

    private final Map<Integer, ServerFixture> servers = new HashMap<>();
    private final List<String> addresses = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.values().forEach(ServerFixture::close);
    }

    private void start() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                addresses.add("127.0.0.1:" + free.getLocalPort());
            }
        }
        for (int number = 1; number <= 3; number++) {
            servers.put(
                    number,
                    ServerFixture.start(
                            directory.resolve("node" + number),
                            Map.of(
                                    "FILA_CLUSTER__ENABLED",
                                    "true",
                                    "FILA_CLUSTER__SHARDS",
                                    "1",
                                    "FILA_CLUSTER__NODE_ID",
                                    Integer.toString(number),
                                    "FILA_CLUSTER__BIND_ADDR",
                                    addresses.get(number - 1),
                                    "FILA_CLUSTER__PEERS",
                                    number == 1 ? "" : addresses.getFirst(),
                                    "FILA_CLUSTER__ELECTION_TIMEOUT_MS",
                                    "500",
                                    "FILA_SERVER__HTTP_ADDR",
                                    "127.0.0.1:0")));
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
                assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                return false;
            }
        });
    }

    private GetStatsResponse awaitReplicas(ServerFixture server, int count) {
        List<GetStatsResponse> last = new ArrayList<>();
        await().atMost(30, SECONDS).until(() -> {
            eventually(() -> last.add(server.stats(QUEUE)));
            return last.getLast().getReplicationCount() == count;
        });
        return last.getLast();
    }

    /** On the page of any node; only that of the leader is live. */
    private void assertClusterIsShown(int leader) throws Exception {
        int follower = leader == 3 ? 2 : 3;
        try (HttpProbe page = new HttpProbe(server(follower).page(), "")) {
            assertThat(page.get("v1/access").body())
                    .isEqualTo("{\"key_needed\":false,\"node_id\":\"" + follower + "\"}");
            HttpResponse<String> live = page.get("v1/live");
            assertThat(live.statusCode()).isEqualTo(503);
            assertThat(live.body()).contains("Node " + leader + " leads this cluster");
            JsonArray nodes = page.call("FilaAdmin/GetClusterStatus", "{}").getAsJsonArray("nodes");
            assertThat(nodes).hasSize(3);
            assertThat(nodes.get(leader - 1).getAsJsonObject().get("is_leader").getAsBoolean())
                    .isTrue();
        }
    }

    @Test
    void anyNodeTakesAnyCallAndWhatWasConfirmedOutlivesTheLeader() throws Exception {
        start();
        eventually(() -> server(3).createQueue(QUEUE));
        GetStatsResponse stats = awaitReplicas(server(2), 3);
        eventually(() -> server(2).enqueue(QUEUE, "first"));
        int leader = (int) stats.getLeaderNodeId();
        assertClusterIsShown(leader);

        server(leader).close();
        servers.remove(leader);

        ServerFixture left = servers.values().iterator().next();
        eventually(() -> left.enqueue(QUEUE, "second"));
        GetStatsResponse after = awaitReplicas(left, 2);
        assertThat(after.getDepth()).isEqualTo(2);
        assertThat(after.getLeaderNodeId()).isNotEqualTo(leader);
    }

    private void handOver(int to) {
        eventually(() -> {
            var _ = server(to)
                    .admin()
                    .transferLeadership(
                            TransferLeadershipRequest.newBuilder().setNodeId(to).build());
        });
        await().atMost(30, SECONDS).until(() -> {
            List<GetStatsResponse> told = new ArrayList<>();
            eventually(() -> told.add(server(to).stats(QUEUE)));
            return told.getLast().getLeaderNodeId() == to;
        });
    }

    @Test
    @Timeout(120)
    void aPageThatWasOpenWhenTheLeadWentAwayIsLiveWhenItIsBack() throws Exception {
        start();
        eventually(() -> server(3).createQueue(QUEUE));
        int leader = (int) awaitReplicas(server(2), 3).getLeaderNodeId();
        try (HttpProbe page = new HttpProbe(server(leader).page(), "")) {
            try (BufferedReader open = page.events("v1/live")) {
                assertThat(HttpProbe.next(open).has("queues")).isTrue();

                handOver(leader % 3 + 1);

                // It ends, so that the page asks again and is told where the queues are.
                assertThat(open.lines().count()).isPositive();
                assertThat(page.get("v1/live").statusCode()).isEqualTo(503);
            }
            handOver(leader);
            try (BufferedReader again = page.events("v1/live")) {
                assertThat(HttpProbe.next(again).has("queues")).isTrue();
            }
        }
    }
}
