package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node of a cluster tells of itself. */
final class NodeTelemetryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String KEY = "bootstrap-0123456789";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private FilaServer start(Map<String, String> more) throws Exception {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "FILA_CLUSTER__ENABLED", "true",
                "FILA_CLUSTER__BIND_ADDR", "127.0.0.1:" + freePort(),
                "FILA_CLUSTER__ELECTION_TIMEOUT_MS", "200",
                "FILA_SERVER__HTTP_ADDR", "127.0.0.1:0"));
        settings.putAll(more);
        return FilaServer.start(ServerFixture.config(directory, settings), failure -> {});
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HttpProbe probe(FilaServer node, String key) {
        return new HttpProbe(Objects.requireNonNull(node.page()), key);
    }

    @Test
    void aNodeThatLeadsTellsOfItsClusterAndItsBroker() throws Exception {
        try (OtlpProbe receiver = OtlpProbe.open();
                FilaServer node = start(receiver.settings());
                HttpProbe http = probe(node, "")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(http.get("metrics").body())
                            .contains("fila_cluster_leads{shard=\"0\"} 1\n")
                            .contains("fila_cluster_leads{shard=\"2\"} 1\n")
                            .contains("fila_cluster_nodes 1\n")
                            .contains("fila_cluster_in_sync_nodes{shard=\"0\"} 1\n")
                            .contains("fila_cluster_entries_behind{shard=\"0\",node=\"1\"} 0\n")
                            .containsPattern("fila_cluster_term\\{shard=\"1\"} [1-9]")
                            .containsPattern("fila_cluster_leader_changes_total\\{shard=\"1\"} [1-9]")
                            .contains("fila_turn_seconds"));
            await().atMost(PATIENCE)
                    .until(() -> receiver.metric("fila_cluster_leads")
                            .filter(metric -> metric.getGauge().getDataPoints(0).getAsInt() == 1)
                            .isPresent());
        }
    }

    @Test
    void aNodeThatDoesNotLeadTellsOfTheClusterToWhoeverMayKnow() throws Exception {
        Map<String, String> alone = Map.of(
                "FILA_CLUSTER__NODE_ID",
                "2",
                "FILA_CLUSTER__PEERS",
                "127.0.0.1:" + freePort(),
                "FILA_BOOTSTRAP_APIKEY",
                KEY);
        try (FilaServer node = start(alone);
                HttpProbe stranger = probe(node, "");
                HttpProbe operator = probe(node, KEY)) {
            assertThat(stranger.get("metrics").statusCode()).isEqualTo(401);
            assertThat(operator.get("metrics").body())
                    .contains("fila_cluster_leads{shard=\"0\"} 0\n")
                    .contains("fila_cluster_leader_known{shard=\"0\"} 0\n")
                    .doesNotContain("fila_turn_seconds");
        }
    }
}
