package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.retracker.torrent.PercentEncoding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Half of the forwarders hang; with the defaults, the others hear of everything in time. */
final class BadForwardersTest {
    private static final int EACH = 10;
    private static final int TORRENTS = 60;
    private static final Duration GOAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @Test
    void healthyForwardersAreAskedWithinASecondWhileAsManyHang() throws Exception {
        List<FakeForwarder> hanging = new ArrayList<>();
        List<FakeForwarder> healthy = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            hanging.add(FakeForwarder.hanging());
            healthy.add(FakeForwarder.answering());
        }
        String tables = Stream.concat(hanging.stream(), healthy.stream())
                .map(FakeForwarder::table)
                .collect(Collectors.joining());
        try (RetrackerFixture retracker = RetrackerFixture.start(folder, lines() + tables)) {
            List<Long> waits = new ArrayList<>();
            for (int torrent = 0; torrent < TORRENTS; torrent++) {
                long announcedNanos = System.nanoTime();
                retracker.get("127.0.0.4", announcePath(hash(torrent), peer(1), 7_001));
                for (FakeForwarder each : healthy) {
                    waits.add(awaitRequest(each, torrent).nanos() - announcedNanos);
                }
            }

            waits.sort(null);
            assertThat(Duration.ofNanos(waits.get(waits.size() * 99 / 100)))
                    .as("99 %% of %s announces", waits.size())
                    .isLessThan(GOAL);
            assertThat(hanging)
                    .as("no more than its share")
                    .allSatisfy(each -> assertThat(each.requests()).hasSize(4));
        } finally {
            for (FakeForwarder each : hanging) {
                each.close();
            }
            for (FakeForwarder each : healthy) {
                each.close();
            }
        }
    }

    private static FakeForwarder.Request awaitRequest(FakeForwarder forwarder, int torrent) {
        String named = "info_hash=" + PercentEncoding.encode(hash(torrent).bytes());
        return await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> forwarder.requests().stream()
                                .filter(request -> request.target().contains(named))
                                .findFirst()
                                .orElse(null),
                        request -> request != null);
    }

    private String lines() {
        return "listen = \"127.0.0.1:0\"\ndata_dir = \"" + folder.resolve("data") + "\"\n";
    }
}
