package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.retracker.bencode.BencodeReader;
import io.fila.retracker.bencode.Bencoded.Dictionary;
import io.fila.retracker.torrent.Latin1;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tracker over real HTTP connections. */
final class HttpPortTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private RetrackerFixture retracker;
    private HttpClient http;

    @BeforeEach
    void start() throws Exception {
        retracker = RetrackerFixture.start(folder, """
                listen = ":0"
                x_real_ip = true
                trusted_proxies = ["127.0.0.2"]
                max_connections = 50
                """);
        http = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        http.close();
        retracker.close();
    }

    @Test
    void twoClientsFindEachOther() throws Exception {
        get(announcePath(hash(1), peer(1), 6_881));

        Dictionary answer = get(announcePath(hash(1), peer(2), 6_882));

        assertThat(answer.text("peers")).isEqualTo("\u007f\u0000\u0000\u0001\u001a\u00e1");
    }

    @Test
    void clientThatDoesNotEncodeItsBytesIsUnderstood() throws Exception {
        get(announcePath(hash(1), peer(1), 6_881));
        String raw = Latin1.text(hash(1).bytes())
                .replace("%", "%25")
                .replace(" ", "%20")
                .replace("\u0000", "%00");

        String answer = raw(
                "GET /announce?info_hash=" + raw + "&peer_id=\u00e4\u00ff+aaaaaaaaaaaaaaaaa&port=5 HTTP/1.0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("5:peers6:\u007f\u0000\u0000\u0001\u001a\u00e1");
    }

    @Test
    void addressFromATrustedProxyIsKeptAndFromOthersIsNot() throws Exception {
        rawFrom("127.0.0.2", request(announcePath(hash(1), peer(1), 1), "X-Real-IP: 192.0.2.1"));
        rawFrom("127.0.0.3", request(announcePath(hash(1), peer(2), 2), "X-Real-IP: 192.0.2.2"));
        rawFrom("127.0.0.2", request(announcePath(hash(1), peer(3), 3), "X-Forwarded-For: 192.0.2.3"));

        String answer = rawFrom("127.0.0.4", request(announcePath(hash(1), peer(4), 4), "X-Real-IP: 192.0.2.4"));

        assertThat(answer)
                .contains("\u00c0\u0000\u0002\u0001\u0000\u0001")
                .contains("\u007f\u0000\u0000\u0003\u0000\u0002")
                .contains("\u00c0\u0000\u0002\u0003\u0000\u0003");
    }

    @Test
    void proxyThatAddsALineOfItsOwnIsBelievedAndNotTheLineOfItsClient() throws Exception {
        rawFrom(
                "127.0.0.2",
                request(
                        announcePath(hash(1), peer(1), 1),
                        "X-Forwarded-For: 192.0.2.66\r\nX-Forwarded-For: 192.0.2.1"));

        assertThat(get(announcePath(hash(1), peer(2), 2)).text("peers"))
                .isEqualTo("\u00c0\u0000\u0002\u0001\u0000\u0001");
    }

    @Test
    void clientThatReadsNoAnswersIsHungUpOn() throws Exception {
        for (int i = 1; i <= 200; i++) {
            get(announcePath(hash(1), peer(i), i));
        }
        // Of ten kilobytes each: far more than all that systems keep on the way.
        int asked = 20_000;
        byte[] request = Latin1.bytes(request(announcePath(hash(1), peer(1), 1) + "&compact=0&numwant=200", "X: y"));

        try (Socket socket = retracker.connect("127.0.0.1")) {
            int sent = 0;
            while (sent < asked && isTaken(socket, request)) {
                sent++;
            }
            await().atMost(PATIENCE).until(() -> !isTaken(socket, request) || announces() > asked);
        }

        assertThat(announces()).isLessThan(asked);
    }

    private static boolean isTaken(Socket socket, byte[] request) {
        try {
            socket.getOutputStream().write(request);
            return true;
        } catch (IOException hungUp) {
            return false;
        }
    }

    /** Announces that were answered so far. */
    private int announces() throws IOException {
        String stats = raw("GET /stats?format=json HTTP/1.0\r\n\r\n");
        Matcher counted = Pattern.compile("\"http_announces\":(\\d+)").matcher(stats);
        assertThat(counted.find()).isTrue();
        return Integer.parseInt(counted.group(1));
    }

    @Test
    void connectionIsKeptForTheNextRequestIfTheClientWantsIt() throws Exception {
        byte[] request = Latin1.bytes(request(announcePath(hash(1), peer(1), 1), "Connection: keep-alive"));

        try (Socket socket = retracker.connect("127.0.0.1")) {
            for (int i = 0; i < 3; i++) {
                socket.getOutputStream().write(request);
                assertThat(readUntil(socket, "5:peers0:e")).startsWith("HTTP/1.1 200 OK");
            }
        }
    }

    @Test
    void whatIsNoRequestIsRefused() throws Exception {
        assertThat(raw("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(raw("POST /announce HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"))
                .startsWith("HTTP/1.1 405");
        assertThat(raw("GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n")).startsWith("HTTP/1.1 404");
        assertThat(raw("HEAD /stats HTTP/1.1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200")
                .doesNotContain("<html");
    }

    @Test
    void whatIsTooLongIsNotReadToItsEnd() {
        assertThat(refusal("GET /" + "a".repeat(20_000) + " HTTP/1.1\r\n\r\n")).containsAnyOf("HTTP/1.1 400", "reset");
        assertThat(refusal("GET / HTTP/1.1\r\nX: " + "a".repeat(20_000) + "\r\n\r\n"))
                .containsAnyOf("HTTP/1.1 400", "reset");
    }

    @Test
    void contentOfTenMegabytesIsAnsweredAndNotKept() throws Exception {
        byte[] piece = new byte[1 << 20];
        String answer;
        try (Socket socket = retracker.connect("127.0.0.1")) {
            socket.getOutputStream()
                    .write(Latin1.bytes("GET /announce HTTP/1.1\r\nContent-Length: " + 10 * piece.length + "\r\n\r\n"));
            answer = readUntil(socket, "or another.");
            for (int i = 0; i < 10; i++) {
                socket.getOutputStream().write(piece);
            }
        } catch (IOException hungUp) {
            answer = "d14:failure reason";
        }

        assertThat(answer).contains("d14:failure reason");
        assertThat(get(announcePath(hash(1), peer(1), 1)).entries()).containsKey("peers");
    }

    @Test
    void garbageOfAnyKindLeavesItServing() throws Exception {
        for (long seed = 0; seed < 100; seed++) {
            byte[] bytes = new byte[200];
            Random random = new Random(seed);
            random.nextBytes(bytes);
            try (Socket socket = retracker.connect("127.0.0.1")) {
                OutputStream out = socket.getOutputStream();
                out.write(bytes);
                if (random.nextBoolean()) {
                    out.write(Latin1.bytes("\r\n\r\n"));
                }
            } catch (IOException reset) {
                // It may hang up on us at any moment.
            }
        }

        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(get(announcePath(hash(1), peer(1), 1)).entries())
                                .containsKey("peers"));
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndOthersLiveOn() throws Exception {
        List<Socket> idle = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            idle.add(retracker.connect("127.0.0.1"));
        }

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(idle.stream().filter(HttpPortTest::isClosed)).hasSize(10));

        for (Socket socket : idle) {
            socket.close();
        }
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(get(announcePath(hash(1), peer(1), 1)).entries())
                                .containsKey("peers"));
    }

    @Test
    void clientOverIpv6IsToldOfUnderPeers6() throws Exception {
        String answer = raw("::1", request(announcePath(hash(6), peer(1), 1), "Connection: close"));
        assertThat(answer).contains("5:peers0:");

        assertThat(get(announcePath(hash(6), peer(2), 2)).text("peers6"))
                .hasSize(18)
                .endsWith("\u0001\u0000\u0001");
    }

    private Dictionary get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + retracker.httpPort() + path))
                .timeout(PATIENCE)
                .build();
        HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return (Dictionary) BencodeReader.read(response.body());
    }

    private static String request(String path, String header) {
        return "GET " + path + " HTTP/1.1\r\nHost: us\r\n" + header + "\r\n\r\n";
    }

    private String raw(String request) throws IOException {
        return raw("127.0.0.1", request);
    }

    private String raw(String address, String request) throws IOException {
        try (Socket socket = retracker.connect(address)) {
            socket.getOutputStream().write(Latin1.bytes(request));
            return Latin1.text(socket.getInputStream().readAllBytes());
        }
    }

    private String refusal(String request) {
        try {
            return raw(request);
        } catch (IOException hungUp) {
            return "reset";
        }
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private String rawFrom(String address, String request) throws IOException {
        try (Socket socket = retracker.connectFrom(address)) {
            socket.getOutputStream().write(Latin1.bytes(request.replace("\r\nHost", "\r\nConnection: close\r\nHost")));
            return Latin1.text(socket.getInputStream().readAllBytes());
        }
    }

    private static String readUntil(Socket socket, String wanted) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(wanted) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("more after: " + text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }
}
