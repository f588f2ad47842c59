package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.retracker.torrent.Latin1;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a forwarder is asked, and what is made of what it says, over real sockets. */
final class ForwarderMannersTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String CLIENT = "127.0.0.4";
    private static final String PATH = announcePath(hash(1), peer(1), 7_001);
    private static final String FOUND = "d8:intervali1800e5:peers6:\u0001\u0001\u0001\u0001\u0000Pe";

    @TempDir
    Path folder;

    private FakeForwarder forwarder;
    private RetrackerFixture retracker;

    @BeforeEach
    void start() throws Exception {
        forwarder = FakeForwarder.answering();
        String lines = "listen = \"127.0.0.1:0\"\ndata_dir = \"" + folder.resolve("data") + "\"\n";
        retracker = RetrackerFixture.start(folder, lines + forwarder.table());
    }

    @AfterEach
    void stop() throws Exception {
        retracker.close();
        forwarder.close();
    }

    @Test
    void completedThatIsSaidAgainIsForwardedOnce() throws Exception {
        retracker.get(CLIENT, PATH);
        awaitAnnounces(1);

        retracker.get(CLIENT, PATH + "&event=completed");
        awaitAnnounces(2);
        retracker.get(CLIENT, PATH + "&event=completed");
        retracker.get(CLIENT, PATH + "&event=stopped");
        awaitAnnounces(3);

        assertThat(forwarder.requests())
                .filteredOn(request -> request.target().endsWith("&event=completed"))
                .hasSize(1);
    }

    @Test
    void forwarderThatClosesWithoutAnAnswerIsAskedOnce() throws Exception {
        forwarder.let(any -> FakeForwarder.CLOSE);

        retracker.get(CLIENT, PATH);
        awaitStats("\"failures\":1,");

        assertThat(forwarder.requests()).hasSize(1);
    }

    @Test
    void forwarderThatWantsToBeLeftAloneForWeeksIsLeftAloneForADay() throws Exception {
        forwarder.let(any -> FakeForwarder.answer("503 Busy", "Retry-After: 99999999999\r\n", ""));

        retracker.get(CLIENT, PATH);

        awaitStats("\"state\":\"suspended\"");
        assertThat(stats()).containsPattern("\"suspended_ms\":86\\d\\d\\d\\d\\d\\d,");
    }

    @Test
    void forwarderThatMovedIsFollowedAndOneThatMovesOnAndOnIsNot() throws Exception {
        forwarder.let(request -> request.target().startsWith("/announce?")
                ? FakeForwarder.answer("302 Found", "Location: /moved?x=1\r\n", "")
                : FakeForwarder.ok(FOUND));

        retracker.get(CLIENT, PATH);
        awaitStats("\"forwarder_peers\":1,");

        forwarder.let(any -> FakeForwarder.answer("302 Found", "Location: /announce\r\n", ""));
        retracker.get(CLIENT, announcePath(hash(2), peer(1), 7_001));
        awaitStats("\"last_failure\":\"It answered with status 302.\"");
        assertThat(forwarder.requests()).as("two, and one with five after it").hasSize(8);
    }

    @Test
    void answerThatIsZippedIsUnderstood() throws Exception {
        String zipped = zipped(FOUND);
        forwarder.let(any -> FakeForwarder.answer("200 OK", "Content-Encoding: gzip\r\n", zipped));

        retracker.get(CLIENT, PATH);

        awaitStats("\"forwarder_peers\":1,");
        assertThat(forwarder.requests().getFirst().headers()).contains("Accept-Encoding: gzip");
    }

    @Test
    void answerThatIsSmallOnlyWhileItIsZippedIsRefused() throws Exception {
        String zipped = zipped("d8:intervali1800e1:x1000000:" + "0".repeat(1_000_000) + "e");
        forwarder.let(any -> FakeForwarder.answer("200 OK", "Content-Encoding: gzip\r\n", zipped));

        retracker.get(CLIENT, PATH);

        awaitStats("\"last_failure\":\"Its answer was too long.\"");
    }

    private void awaitAnnounces(int times) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stats()).contains("\"announces\":" + times + ","));
    }

    private void awaitStats(String part) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stats()).contains(part));
    }

    private String stats() throws IOException {
        return retracker.get("127.0.0.1", "/stats?format=json");
    }

    private static String zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(Latin1.bytes(text));
        }
        return Latin1.text(bytes.toByteArray());
    }
}
