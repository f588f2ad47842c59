package io.fila.retracker;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.HttpForwarder;
import io.fila.retracker.outbound.UdpForwarder;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forwarders ask a tracker of our own, over real sockets. */
final class ForwarderTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "[::1], ::1"})
    void peersAreFoundOverUdp(String host, String address) throws Exception {
        try (RetrackerFixture tracker = RetrackerFixture.start(folder, "listen = \":0\"\nudp_listen = \":0\"\n")) {
            URI uri = URI.create("udp://" + host + ":" + tracker.udpPort() + "/announce?passkey=secret");

            check(new UdpForwarder(uri, PATIENCE, InstantSource.system()), at(address, 6_881));
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 127.0.0.1", "[::1], ::1"})
    void peersAreFoundOverHttp(String host, String address) throws Exception {
        try (RetrackerFixture tracker = RetrackerFixture.start(folder, "listen = \":0\"\n");
                HttpClient client = HttpForwarder.client(PATIENCE)) {
            URI uri = URI.create("http://" + host + ":" + tracker.httpPort() + "/announce?passkey=secret");

            check(new HttpForwarder(client, uri, null, PATIENCE, InstantSource.system()), at(address, 6_881));
        }
    }

    @Test
    void configuredAddressIsToldToATrackerThatBelievesUs() throws Exception {
        try (RetrackerFixture tracker = RetrackerFixture.start(folder, "listen = \":0\"\nx_real_ip = true\n");
                HttpClient client = HttpForwarder.client(PATIENCE)) {
            URI uri = URI.create("http://127.0.0.1:" + tracker.httpPort() + "/announce");
            Forwarder forwarder = new HttpForwarder(client, uri, null, PATIENCE, InstantSource.system());
            forwarder.ask(announce(1, 6_881, Optional.of(at("192.0.2.1", 0))));

            assertThat(forwarder.ask(announce(2, 6_882, Optional.empty())))
                    .isInstanceOfSatisfying(
                            ForwarderReply.Found.class,
                            found -> assertThat(found.peers()).containsExactly(at("192.0.2.1", 6_881)));
        }
    }

    private static void check(Forwarder forwarder, Endpoint expected) throws InterruptedException {
        assertThat(forwarder.ask(announce(1, 6_881, Optional.empty())))
                .isInstanceOfSatisfying(
                        ForwarderReply.Found.class,
                        found -> assertThat(found.peers()).isEmpty());
        assertThat(forwarder.ask(announce(2, 6_882, Optional.empty())))
                .isInstanceOfSatisfying(ForwarderReply.Found.class, found -> {
                    assertThat(found.peers()).containsExactly(expected);
                    assertThat(found.interval()).isEqualTo(Duration.ofMinutes(30));
                });
    }

    private static ForwardedAnnounce announce(int peer, int port, Optional<Endpoint> address) {
        return new ForwardedAnnounce(hash(1), peer(peer), port, 0, 0, 5, Event.STARTED, 1, address);
    }
}
