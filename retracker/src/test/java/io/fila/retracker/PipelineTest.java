package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Latin1;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that send their next request before the answer to the last one came, which forwarding makes wait. */
final class PipelineTest {
    @TempDir
    Path folder;

    @Test
    void requestsThatComeTogetherAreAnsweredInOrder() throws Exception {
        assertThat(statuses(50, "/stats")).hasSize(51).containsOnly("200");
    }

    @Test
    void moreThanMayWaitAreReadWhenThereIsRoom() throws Exception {
        assertThat(statuses(400, "/stats")).hasSize(401).containsOnly("200");
    }

    @Test
    void answersAreThoseOfTheirRequests() throws Exception {
        assertThat(statuses(1, "/nowhere")).containsExactly("200", "404");
    }

    /** The statuses of announces that are sent together, and of one request more. */
    private List<String> statuses(int announces, String last) throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.answering();
                RetrackerFixture retracker = RetrackerFixture.start(folder, lines() + forwarder.table());
                Socket socket = retracker.connectFrom("127.0.0.4")) {
            Thread writer = Thread.ofVirtual().start(() -> write(socket, announces, last));
            String answers = Latin1.text(socket.getInputStream().readAllBytes());
            writer.join();
            List<String> statuses = new ArrayList<>();
            Matcher status = Pattern.compile("HTTP/1.1 (\\d+) ").matcher(answers);
            while (status.find()) {
                statuses.add(status.group(1));
            }
            return statuses;
        }
    }

    private static void write(Socket socket, int announces, String last) {
        StringBuilder requests = new StringBuilder();
        IntStream.range(0, announces)
                .mapToObj(torrent -> announcePath(hash(torrent), peer(1), 7_001))
                .forEach(path -> requests.append("GET " + path + " HTTP/1.1\r\nHost: us\r\n\r\n"));
        requests.append("GET " + last + " HTTP/1.1\r\nHost: us\r\nConnection: close\r\n\r\n");
        try {
            socket.getOutputStream().write(Latin1.bytes(requests.toString()));
        } catch (IOException hungUp) {
            // The answers tell.
        }
    }

    private String lines() {
        return "listen = \"127.0.0.1:0\"\nqueue_rate_limit_threshold = 0\ndata_dir = \"" + folder.resolve("data")
                + "\"\n";
    }
}
