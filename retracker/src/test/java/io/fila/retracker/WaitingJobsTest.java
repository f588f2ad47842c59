package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the jobs that wait, while the queue has let them out and no worker is free for them. */
final class WaitingJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    @Test
    void jobsThatWaitForAWorkerFillTheQueue() throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.answering()) {
            String lines = """
                    listen = "127.0.0.1:0"
                    forwarder_workers = 1
                    max_forwarder_workers = 1
                    forwarder_concurrency = 100
                    forwarder_queue_size = 10
                    queue_rate_limit_threshold = 0
                    queue_throttle_threshold = 0
                    """;
            String directory = "data_dir = \"" + folder.resolve("data") + "\"\n";
            try (RetrackerFixture retracker = RetrackerFixture.start(folder, directory + lines + forwarder.table())) {
                retracker.get("127.0.0.4", announcePath(hash(0), peer(1), 7_001));
                await().atMost(PATIENCE).until(() -> !forwarder.requests().isEmpty());
                forwarder.let(any -> {
                    forwarder.pause(Duration.ofMillis(200));
                    return FakeForwarder.ok("d8:intervali1800e5:peers0:e");
                });

                for (int torrent = 1; torrent <= 10; torrent++) {
                    retracker.get("127.0.0.4", announcePath(hash(torrent), peer(1), 7_001));
                }

                await().atMost(Duration.ofSeconds(5))
                        .untilAsserted(() -> assertThat(retracker.get("127.0.0.1", "/stats?format=json"))
                                .containsPattern("\"queue_depth\":[5-9],")
                                .containsPattern("\"queue_fill_percent\":[5-9]0"));
            }
        }
    }
}
