package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that leave take their jobs along. */
final class DepartureTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String CLIENT = "127.0.0.4";
    private static final String LATER = FakeForwarder.ok("d14:failure reason5:later8:retry ini5ee");

    @TempDir
    Path folder;

    @Test
    void jobsOfClientsThatLeftAreNotMadeAfterARestart() throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.hanging()) {
            try (RetrackerFixture first = start(10_000, forwarder)) {
                for (int client = 0; client < 60; client++) {
                    first.get(CLIENT, path(client));
                }
                await().atMost(PATIENCE).until(() -> forwarder.requests().size() == 4);
                for (int client = 20; client < 60; client++) {
                    first.get(CLIENT, path(client) + "&event=stopped");
                }
                awaitStats(first, "\"pending\":20,");
            }
            forwarder.let(any -> FakeForwarder.ok("d8:intervali1800e5:peers0:e"));

            try (RetrackerFixture second = start(10_000, forwarder)) {
                awaitStats(second, "\"announces\":20,");
                awaitStats(second, "\"pending\":0,");
                assertThat(forwarder.requests())
                        .as("four that hung, and twenty")
                        .hasSize(24)
                        .noneMatch(request -> IntStream.range(20, 60)
                                .anyMatch(client -> request.target().contains("&port=" + (7_000 + client) + "&")));
            }
        }
    }

    @Test
    void jobsOfClientsThatLeftLeaveRoomForOthers() throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.hanging();
                RetrackerFixture retracker = start(20, forwarder)) {
            AtomicInteger clients = new AtomicInteger();
            await().atMost(PATIENCE).until(() -> {
                retracker.get(CLIENT, path(clients.getAndIncrement()));
                return stats(retracker).contains("\"queue_depth\":20,");
            });
            assertThat(retracker.get(CLIENT, path(999))).contains("failure reason");

            for (int client = 0; client < clients.get(); client++) {
                retracker.get(CLIENT, path(client) + "&event=stopped");
            }

            awaitStats(retracker, "\"queue_depth\":0,");
            assertThat(retracker.get(CLIENT, path(999))).doesNotContain("failure reason");
        }
    }

    @Test
    void jobThatWaitsForItsTimeIsGoneWithItsClient() throws Exception {
        try (FakeForwarder forwarder = new FakeForwarder(any -> LATER);
                RetrackerFixture retracker = start(100, forwarder)) {
            retracker.get(CLIENT, path(1));
            awaitStats(retracker, "\"scheduled_count\":1,");

            retracker.get(CLIENT, path(1) + "&event=stopped");

            awaitStats(retracker, "\"scheduled_count\":0,");
            awaitStats(retracker, "\"client_gone\":1,");
        }
    }

    @Test
    void jobThatStoodForSeveralClientsPassesToOneThatIsStillThere() throws Exception {
        String first = announcePath(hash(1), peer(1), 7_001);
        String second = announcePath(hash(1), peer(2), 7_002);
        try (FakeForwarder forwarder = new FakeForwarder(any -> LATER);
                RetrackerFixture retracker = start(100, forwarder)) {
            retracker.get(CLIENT, first);
            awaitStats(retracker, "\"peer\":\"" + peer(1) + "\"");
            retracker.get(CLIENT, second);

            retracker.get(CLIENT, first + "&event=stopped");

            awaitStats(retracker, "\"peer\":\"" + peer(2) + "\"");
            assertThat(retracker.get("127.0.0.1", "/stats?format=json"))
                    .contains("\"scheduled_count\":1,")
                    .containsPattern("\"time_to_exec_ms\":[12]\\d\\d\\d\\d\\d");
            assertThat(forwarder.requests())
                    .as("before its time it is not asked")
                    .hasSize(1);
        }
    }

    private static String path(int client) {
        return announcePath(hash(client), peer(client), 7_000 + client);
    }

    private static void awaitStats(RetrackerFixture retracker, String part) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(stats(retracker)).contains(part));
    }

    private static String stats(RetrackerFixture retracker) throws IOException {
        return retracker.get("127.0.0.1", "/stats?format=json");
    }

    private RetrackerFixture start(int queueSize, FakeForwarder forwarder) throws Exception {
        String lines = "listen = \"127.0.0.1:0\"\ndata_dir = \"" + folder.resolve("data")
                + "\"\nqueue_rate_limit_threshold = 0\nqueue_throttle_threshold = 0\nforwarder_queue_size = "
                + queueSize + "\n";
        return RetrackerFixture.start(folder, lines + forwarder.table());
    }
}
