package io.fila.server;

import static io.fila.server.ThreeShardedServers.QUEUES;
import static io.fila.server.ThreeShardedServers.eventually;
import static io.fila.server.ThreeShardedServers.queue;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of three with several shards dies. */
final class ShardedServersDeathTest {
    @TempDir
    Path directory;

    @Test
    void whatWasConfirmedOutlivesAnyNodeAndSettingsGoOnToReachAll() throws Exception {
        try (ThreeShardedServers servers = ThreeShardedServers.start(directory)) {
            for (int i = 0; i < QUEUES; i++) {
                String queue = queue(i);
                eventually(() -> servers.server(1).enqueue(queue, "before"));
            }

            servers.stop(1);

            for (int i = 0; i < QUEUES; i++) {
                String queue = queue(i);
                eventually(() -> servers.server(2).enqueue(queue, "after"));
                await().atMost(30, SECONDS)
                        .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
                        .untilAsserted(() -> {
                            assertThat(servers.server(3).stats(queue).getDepth())
                                    .isGreaterThanOrEqualTo(2);
                            assertThat(servers.server(3).stats(queue).getLeaderNodeId())
                                    .isNotEqualTo(1);
                        });
            }
            servers.set("colour", "red");
            eventually(() -> servers.server(2).createQueue("later"));
            eventually(() -> servers.server(3).enqueue("later", "too"));
        }
    }
}
