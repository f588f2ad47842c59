package io.fila.retracker.outbound;

import static io.fila.retracker.torrent.Torrents.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.Latin1;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forwarding over HTTP to a tracker that behaves in every way there is. */
final class HttpForwarderTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String FOUND = "d8:intervali900e5:peers6:\u0001\u0001\u0001\u0001\u0000Pe";

    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer tracker;
    private HttpClient client;
    private volatile @Nullable String asked;
    private volatile @Nullable String host;

    @BeforeEach
    void start() throws IOException {
        tracker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        tracker.setExecutor(threads);
        tracker.createContext("/announce", exchange -> answer(exchange, 200, FOUND));
        tracker.start();
        client = HttpForwarder.client(LONG);
    }

    @AfterEach
    void stop() {
        over.countDown();
        client.shutdownNow();
        tracker.stop(0);
        threads.shutdownNow();
    }

    @Test
    void everythingIsSaidAndByte0x20IsNoPlus() throws Exception {
        assertThat(forwarder("/announce", LONG).ask(Asked.STARTED))
                .isEqualTo(
                        new ForwarderReply.Found(List.of(at("1.1.1.1", 80)), Duration.ofMinutes(15), Optional.empty()));

        assertThat(asked)
                .isEqualTo("/announce?info_hash=%20%00%2B%25%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%01"
                        + "&peer_id=-T%20%2B%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%02"
                        + "&port=6881&uploaded=3&downloaded=4&left=5&compact=1&numwant=200&key=000000AB&event=started");
    }

    @Test
    void passkeyInTheAddressStaysAndTheRestIsAdded() throws Exception {
        forwarder("/announce?passkey=s%20e%2Bc", LONG).ask(Asked.with(Event.NONE, Optional.of(at("192.0.2.1", 0))));

        assertThat(asked)
                .startsWith("/announce?passkey=s%20e%2Bc&info_hash=")
                .endsWith("&ip=192.0.2.1")
                .doesNotContain("event");
    }

    @Test
    void hostIsTheOneOfTheConfiguration() throws Exception {
        new HttpForwarder(client, uri("/announce"), "tracker.example", LONG, () -> NOW).ask(Asked.STARTED);

        assertThat(host).isEqualTo("tracker.example");
    }

    @Test
    void busyTrackerSaysForHowLongInSecondsOrByDate() throws Exception {
        assertThat(busy(429, "120")).isEqualTo(Duration.ofMinutes(2));
        assertThat(busy(503, "Thu, 1 Jan 2026 00:01:00 GMT")).isEqualTo(Duration.ofMinutes(1));
        assertThat(busy(503, "Wed, 31 Dec 2025 00:01:00 GMT")).isZero();
        assertThat(busy(429, "999999999")).isEqualTo(Duration.ofDays(1));
        assertThat(busy(429, "soon")).isZero();
        assertThat(busy(429, null)).isZero();
    }

    @Test
    void otherStatusIsAFailure() throws Exception {
        tracker.createContext("/400", exchange -> answer(exchange, 400, FOUND));
        tracker.createContext("/500", exchange -> answer(exchange, 500, FOUND));

        assertThat(forwarder("/400", LONG).ask(Asked.STARTED))
                .isEqualTo(new ForwarderReply.Failed("It answered with status 400."));
        assertThat(forwarder("/500", LONG).ask(Asked.STARTED))
                .isEqualTo(new ForwarderReply.Failed("It answered with status 500."));
    }

    @Test
    void bodyOfTenMegabytesIsNotTaken() throws Exception {
        tracker.createContext("/huge", exchange -> answer(exchange, 200, "1".repeat(10_000_000)));

        assertThat(forwarder("/huge", LONG).ask(Asked.STARTED)).isInstanceOf(ForwarderReply.Failed.class);
    }

    @Test
    void trackerThatHangsIsNotWaitedForLonger() throws Exception {
        tracker.createContext("/silent", exchange -> hang());
        tracker.createContext("/dripping", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('d');
            exchange.getResponseBody().flush();
            hang();
        });
        Duration soon = Duration.ofMillis(300);

        assertThat(forwarder("/silent", soon).ask(Asked.STARTED))
                .isInstanceOfSatisfying(
                        ForwarderReply.Failed.class,
                        failed -> assertThat(failed.sentence()).contains("did not answer within"));
        assertThat(forwarder("/dripping", soon).ask(Asked.STARTED))
                .isInstanceOfSatisfying(
                        ForwarderReply.Failed.class,
                        failed -> assertThat(failed.sentence()).contains("did not answer within"));
    }

    @Test
    void nobodyAtHomeIsAFailureThatKeepsThePasskey() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        for (String address : List.of("http://127.0.0.1:" + free, "http://no.such.host.invalid")) {
            assertThat(new HttpForwarder(client, URI.create(address + "/s3cret"), null, LONG, () -> NOW)
                            .ask(Asked.STARTED))
                    .isInstanceOfSatisfying(
                            ForwarderReply.Failed.class,
                            failed -> assertThat(failed.sentence()).doesNotContain("s3cret"));
        }
    }

    private Duration busy(int status, @Nullable String retryAfter) throws Exception {
        String path = "/busy" + status + (retryAfter == null ? "" : retryAfter.hashCode());
        tracker.createContext(path, exchange -> {
            if (retryAfter != null) {
                exchange.getResponseHeaders().set("Retry-After", retryAfter);
            }
            answer(exchange, status, "");
        });
        ForwarderReply reply = forwarder(path, LONG).ask(Asked.STARTED);
        assertThat(reply).isInstanceOf(ForwarderReply.Busy.class);
        return ((ForwarderReply.Busy) reply).retryAfter();
    }

    private HttpForwarder forwarder(String path, Duration timeout) {
        return new HttpForwarder(client, uri(path), null, timeout, () -> NOW);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + tracker.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange, int status, String body) throws IOException {
        asked = exchange.getRequestURI().toString();
        host = exchange.getRequestHeaders().getFirst("Host");
        byte[] bytes = Latin1.bytes(body);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private void hang() {
        try {
            over.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
