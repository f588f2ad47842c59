package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.awaitility.Awaitility.await;

import io.fila.embedded.EmbeddedFila;
import io.fila.embedded.EmbeddedOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retracker that is killed while it has jobs under way, and started again. */
final class CrashTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** As many jobs as a forwarder may have under way, and so many that wait. */
    private static final int CONCURRENCY = 4;

    private static final int ANNOUNCES = 10;

    @TempDir
    Path folder;

    @Test
    void jobsOfTheDeadProgramAreTakenUpAtOnceWithABrokerOfOnesOwn() throws Exception {
        checkAskedAgain("data_dir = \"" + folder.resolve("data") + "\"\n", Duration.ofSeconds(15));
    }

    @Test
    void jobsOfTheDeadProgramAreTakenUpAfterTheTimeOfOneExchangeWithABrokerElsewhere() throws Exception {
        try (EmbeddedFila broker = EmbeddedFila.start(EmbeddedOptions.DEFAULT.withPort(0))) {
            int port = broker.port().orElseThrow();
            checkAskedAgain("forward_timeout = 5\nbroker = \"127.0.0.1:" + port + "\"\n", Duration.ofSeconds(20));
        }
    }

    private void checkAskedAgain(String lines, Duration within) throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.hanging()) {
            Path config = Files.writeString(
                    folder.resolve("retracker.toml"), "listen = \"127.0.0.1:0\"\n" + lines + forwarder.table());
            try (RetrackerProcess first = RetrackerProcess.start(config)) {
                for (int torrent = 0; torrent < ANNOUNCES; torrent++) {
                    RetrackerFixture.get(first.httpPort(), "127.0.0.4", announcePath(hash(torrent), peer(1), 7_001));
                }
                await().atMost(PATIENCE).until(() -> forwarder.requests().size() >= CONCURRENCY);
                first.kill();
            }
            int before = forwarder.requests().size();

            try (RetrackerProcess _ = RetrackerProcess.start(config)) {
                await().atMost(within).until(() -> forwarder.requests().size() >= before + CONCURRENCY);
            }
        }
    }
}
