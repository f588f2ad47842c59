package io.fila.retracker;

import static io.fila.retracker.RetrackerFixture.announcePath;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.fila.client.admin.QueueInfo;
import io.fila.embedded.EmbeddedFila;
import io.fila.embedded.EmbeddedOptions;
import io.fila.retracker.torrent.Latin1;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A retracker with a broker inside, in front of another tracker, over real sockets. */
final class ForwardingHostTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** 127.0.0.9 in a compact list: where the seeder is that only the other tracker knows. */
    private static final String SEEDER = "\u007f\u0000\u0000\t\u001a\u00e1";

    @TempDir
    Path folder;

    private RetrackerFixture tracker;

    @BeforeEach
    void startTracker() throws Exception {
        Path its = Files.createDirectory(folder.resolve("tracker"));
        tracker = RetrackerFixture.start(its, "listen = \"127.0.0.1:0\"\nudp_listen = \"127.0.0.1:0\"\n");
        announceFrom(tracker, "127.0.0.9", announcePath(hash(1), peer(9), 6_881));
    }

    @AfterEach
    void stopTracker() {
        tracker.close();
    }

    @Test
    void leecherThatAsksUsFindsTheSeederThatAsksAnotherOverHttp() throws Exception {
        check("http://127.0.0.1:" + tracker.httpPort() + "/announce?passkey=secret");
    }

    @Test
    void leecherThatAsksUsFindsTheSeederThatAsksAnotherOverUdp() throws Exception {
        check("udp://127.0.0.1:" + tracker.udpPort() + "/announce");
    }

    @Test
    void scheduledRetrySurvivesARestartAndIsShownWithItsTime() throws Exception {
        HttpServer soon = serving(() -> "d14:failure reason5:later8:retry ini5ee");
        String lines = lines("http://127.0.0.1:" + soon.getAddress().getPort() + "/announce", "");
        try (RetrackerFixture first = RetrackerFixture.start(folder, lines)) {
            announceFrom(first, "127.0.0.4", announcePath(hash(1), peer(1), 7_001));
            await().atMost(PATIENCE).untilAsserted(() -> assertScheduled(first));
        }

        try (RetrackerFixture second = RetrackerFixture.start(folder, lines)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertScheduled(second));
            announceFrom(second, "127.0.0.4", announcePath(hash(1), peer(1), 7_001));
            assertScheduled(second);
        } finally {
            soon.stop(0);
        }
    }

    @Test
    void jobsMayBeKeptByABrokerElsewhere() throws Exception {
        try (EmbeddedFila broker = EmbeddedFila.start(EmbeddedOptions.DEFAULT.withPort(0))) {
            String address = "broker = \"127.0.0.1:" + broker.port().orElseThrow() + "\"\n";
            check("udp://127.0.0.1:" + tracker.udpPort() + "/announce", address);

            assertThat(broker.client().admin().listQueues())
                    .extracting(QueueInfo::name)
                    .contains("retracker.announces", "retracker.urgent");
        }
    }

    @Test
    void endsInTimeWhileItsBrokerIsAway() throws Exception {
        EmbeddedFila broker = EmbeddedFila.start(EmbeddedOptions.DEFAULT.withPort(0));
        String address = "broker = \"127.0.0.1:" + broker.port().orElseThrow() + "\"\n";
        try (FakeForwarder forwarder = FakeForwarder.hanging()) {
            RetrackerFixture retracker =
                    RetrackerFixture.start(folder, lines(forwarder.origin() + "/announce", address));
            announceFrom(retracker, "127.0.0.4", announcePath(hash(1), peer(1), 7_001));
            await().atMost(PATIENCE).until(() -> !forwarder.requests().isEmpty());
            broker.close();

            long beginNanos = System.nanoTime();
            retracker.close();
            assertThat(Duration.ofNanos(System.nanoTime() - beginNanos)).isLessThan(Duration.ofSeconds(5));
        } finally {
            broker.close();
        }
    }

    @Test
    void brokerThatIsNotThereIsNamed() throws Exception {
        int nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = free.getLocalPort();
        }
        String broker = "127.0.0.1:" + nobody;

        assertThatThrownBy(() -> RetrackerFixture.start(
                        folder, lines("http://127.0.0.1:1/announce", "broker = \"" + broker + "\"\n")))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith("Expected a broker for the jobs of forwarding at " + broker + " but: ");
    }

    @Test
    void operatorEnablesAForwarderThatSaidNever() throws Exception {
        AtomicReference<String> answer = new AtomicReference<>("d14:failure reason3:bad8:retry in5:nevere");
        HttpServer strict = serving(answer::get);
        String name = "http://127.0.0.1:" + strict.getAddress().getPort();
        try (RetrackerFixture retracker = RetrackerFixture.start(folder, lines(name + "/announce", ""))) {
            announceFrom(retracker, "127.0.0.4", announcePath(hash(1), peer(1), 7_001));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(get(retracker, "/metrics"))
                            .contains("retracker_forwarder_state{forwarder=\"" + name + "\",state=\"disabled\"} 1"));
            answer.set("d8:intervali1800e5:peers6:" + SEEDER + "e");

            assertThat(retracker.post("127.0.0.1", "/forwarders/enable?name=" + name))
                    .startsWith("HTTP/1.1 200");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    announceFrom(retracker, "127.0.0.4", announcePath(hash(1), peer(1), 7_001)))
                            .contains(SEEDER));
        } finally {
            strict.stop(0);
        }
    }

    @Test
    void operatorDisablesAForwarderAcrossRestartsAndSuspendsOneForAWhile() throws Exception {
        try (FakeForwarder forwarder = FakeForwarder.answering()) {
            String lines = lines(forwarder.origin() + "/announce", "");
            String name = "name=" + forwarder.origin();
            try (RetrackerFixture first = RetrackerFixture.start(folder, lines)) {
                assertThat(first.post("127.0.0.1", "/forwarders/suspend?seconds=100&" + name))
                        .startsWith("HTTP/1.1 200");
                assertThat(get(first, "/stats?format=json"))
                        .contains("\"state\":\"suspended\"")
                        .containsPattern("\"suspended_ms\":(9\\d{4}|100000),");
                assertThat(first.post("127.0.0.1", "/forwarders/suspend?" + name))
                        .startsWith("HTTP/1.1 400");
                assertThat(first.post("127.0.0.1", "/forwarders/disable?name=none"))
                        .startsWith("HTTP/1.1 404");
                assertThat(first.post("127.0.0.1", "/forwarders/disable?" + name))
                        .startsWith("HTTP/1.1 200");
            }

            try (RetrackerFixture second = RetrackerFixture.start(folder, lines)) {
                assertThat(get(second, "/stats?format=json"))
                        .contains("\"state\":\"disabled\"", "An operator disabled it.");
                announceFrom(second, "127.0.0.4", announcePath(hash(1), peer(1), 7_001));
                assertThat(get(second, "/stats?format=json")).contains("\"pending\":0,");
            }
            assertThat(forwarder.requests()).isEmpty();
        }
    }

    /** One job waits for its time, and the page says for how long. */
    private static void assertScheduled(RetrackerFixture retracker) throws IOException {
        assertThat(get(retracker, "/stats?format=json"))
                .contains("\"scheduled_count\":1", "\"pending\":1", "\"hash\":\"" + hash(1) + "\"")
                .containsPattern("\"time_to_exec_ms\":[12]\\d\\d\\d\\d\\d");
    }

    /** A tracker that says the same to everybody. */
    private static HttpServer serving(Supplier<String> answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/announce", exchange -> {
            byte[] body = Latin1.bytes(answer.get());
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private void check(String uri) throws Exception {
        check(uri, "");
    }

    private void check(String uri, String more) throws Exception {
        try (RetrackerFixture retracker = RetrackerFixture.start(folder, lines(uri, more))) {
            String path = announcePath(hash(1), peer(1), 7_001);
            assertThat(announceFrom(retracker, "127.0.0.4", path)).contains("8:intervali300e");

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(announceFrom(retracker, "127.0.0.4", path))
                            .contains(SEEDER));

            assertThat(announceFrom(retracker, "127.0.0.4", path))
                    .as("us with our client's port is nobody's peer")
                    .contains("5:peers6:");
            announceFrom(retracker, "127.0.0.4", path + "&event=stopped");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    announceFrom(tracker, "127.0.0.9", announcePath(hash(1), peer(9), 6_881)))
                            .as("the other tracker was told that it left")
                            .contains("5:peers0:"));
            assertThat(get(retracker, "/metrics")).contains("retracker_forwarder_announces_total{forwarder=");
        }
    }

    private String lines(String uri, String more) {
        return "listen = \"127.0.0.1:0\"\ndata_dir = \"" + folder.resolve("data") + "\"\n" + more
                + "[[forwarders]]\nuri = \"" + uri + "\"\n";
    }

    private static String get(RetrackerFixture from, String path) throws IOException {
        return from.get("127.0.0.1", path);
    }

    private static String announceFrom(RetrackerFixture to, String address, String path) throws IOException {
        return to.get(address, path);
    }
}
