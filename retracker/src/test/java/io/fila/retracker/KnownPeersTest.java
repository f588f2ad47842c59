package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are known across a restart, over real sockets. */
final class KnownPeersTest {
    private static final String LINES = "listen = \"127.0.0.1:0\"\n";

    /** 127.0.0.4 port 7001 in a compact list. */
    private static final String FIRST = "5:peers6:\u007f\u0000\u0000\u0004\u001bY";

    @TempDir
    Path folder;

    @Test
    void whoComesAfterARestartHearsOfThoseFromBefore() throws Exception {
        announceOnce(LINES);

        try (RetrackerFixture second = RetrackerFixture.start(folder, LINES)) {
            assertThat(second.get("127.0.0.5", announcePath(hash(1), peer(2), 7_002)))
                    .contains("8:completei2e", FIRST);
        }
    }

    @Test
    void forwarderHearsOnceOfAClientThatLeavesAfterARestart() throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.answering()) {
            String lines = LINES + forwarder.table();
            try (RetrackerFixture first = RetrackerFixture.start(folder, lines)) {
                first.get("127.0.0.4", announcePath(hash(1), peer(1), 7_001));
                await().atMost(Duration.ofMinutes(1))
                        .until(() ->
                                first.get("127.0.0.1", "/stats?format=json").contains("\"announces\":1,"));
            }
            try (RetrackerFixture second = RetrackerFixture.start(folder, lines)) {
                second.get("127.0.0.4", announcePath(hash(1), peer(1), 7_001));
                second.get("127.0.0.4", announcePath(hash(1), peer(1), 7_001) + "&event=stopped");
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> forwarder.requests().size() == 2);
            }
            assertThat(forwarder.requests().getFirst().target()).doesNotContain("event=stopped");
            assertThat(forwarder.requests().getLast().target())
                    .as("its interval is not over, so it hears nothing else")
                    .contains("event=stopped");
        }
    }

    @Test
    void damagedFileKeepsNobodyFromStarting() throws Exception {
        announceOnce(LINES);
        Files.write(folder.resolve("data").resolve("peers"), new byte[] {1, 2, 3});

        try (RetrackerFixture second = RetrackerFixture.start(folder, LINES)) {
            assertThat(second.get("127.0.0.5", announcePath(hash(1), peer(2), 7_002)))
                    .contains("8:completei1e");
        }
    }

    @Test
    void nobodyIsKnownIfPeersAreNotKept() throws Exception {
        String lines = LINES + "keep_peers = false\n";
        announceOnce(lines);

        assertThat(folder.resolve("data").resolve("peers")).doesNotExist();
        try (RetrackerFixture second = RetrackerFixture.start(folder, lines)) {
            assertThat(second.get("127.0.0.5", announcePath(hash(1), peer(2), 7_002)))
                    .contains("8:completei1e");
        }
    }

    private void announceOnce(String lines) throws Exception {
        try (RetrackerFixture first = RetrackerFixture.start(folder, lines)) {
            first.get("127.0.0.4", announcePath(hash(1), peer(1), 7_001));
        }
    }
}
