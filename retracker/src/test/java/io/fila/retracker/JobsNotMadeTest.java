package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever adds up the jobs that wait, are under way and were not made finds all of them. */
final class JobsNotMadeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int TORRENTS = 12;

    @TempDir
    Path folder;

    @Test
    void jobsWithoutRoomInAPartlyFullQueueAreCounted() throws Exception {
        List<FakeForwarder> forwarders = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            forwarders.add(FakeForwarder.hanging());
        }
        String tables = forwarders.stream().map(FakeForwarder::table).collect(Collectors.joining());
        try (RetrackerFixture retracker = RetrackerFixture.start(folder, lines(20) + tables)) {
            for (int torrent = 0; torrent < TORRENTS; torrent++) {
                retracker.get("127.0.0.4", announcePath(hash(torrent), peer(1), 7_001));
            }

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(number(retracker, "pending")
                                + number(retracker, "dropped_full")
                                + number(retracker, "turned_away"))
                        .isEqualTo(9 * TORRENTS);
                assertThat(number(retracker, "dropped_full")).isPositive();
            });
        } finally {
            for (FakeForwarder each : forwarders) {
                each.close();
            }
        }
    }

    @Test
    void retriesBeyondTheSizeOfTheQueueAreCounted() throws Exception {
        String later = FakeForwarder.ok("d14:failure reason5:later8:retry ini5ee");
        try (FakeForwarder forwarder = new FakeForwarder(any -> later);
                RetrackerFixture retracker = RetrackerFixture.start(folder, lines(5) + forwarder.table())) {
            for (int torrent = 0; torrent < TORRENTS; torrent++) {
                int asked = torrent + 1;
                retracker.get("127.0.0.4", announcePath(hash(torrent), peer(1), 7_001));
                await().atMost(PATIENCE).until(() -> forwarder.requests().size() == asked);
            }

            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(number(retracker, "scheduled_count")).isEqualTo(5);
                assertThat(number(retracker, "dropped_full")).isEqualTo(TORRENTS - 5);
            });
        }
    }

    private static long number(RetrackerFixture retracker, String key) throws IOException {
        String stats = retracker.get("127.0.0.1", "/stats?format=json");
        Matcher found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(stats);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    private String lines(int queueSize) {
        return "listen = \"127.0.0.1:0\"\ndata_dir = \"" + folder.resolve("data")
                + "\"\nqueue_rate_limit_threshold = 0\nqueue_throttle_threshold = 0\nforwarder_queue_size = "
                + queueSize + "\n";
    }
}
