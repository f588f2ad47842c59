package io.fila.retracker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Forwarding over real packets; to a real tracker of ours in {@code ForwarderTest}. */
final class UdpForwarderTest {
    @Test
    void nobodyAtHomeIsAFailure() throws Exception {
        int free;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            free = socket.getLocalPort();
        }

        assertThat(forwarder("udp://127.0.0.1:" + free, Duration.ofSeconds(2)).ask(Asked.STARTED))
                .isInstanceOf(ForwarderReply.Failed.class);
        assertThat(forwarder("udp://no.such.host.invalid:1", Duration.ofSeconds(2))
                        .ask(Asked.STARTED))
                .isEqualTo(new ForwarderReply.Failed("There is no host of its name."));
    }

    /** Which link that address is on it does not say; so there is no way there, as where there is no IPv6. */
    @Test
    void noWayThereIsAFailure() throws Exception {
        assertThat(forwarder("udp://[fe80::1]:1", Duration.ofMillis(300)).ask(Asked.STARTED))
                .isInstanceOf(ForwarderReply.Failed.class);
    }

    @Test
    void silentTrackerIsNotWaitedForLonger() throws Exception {
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(forwarder("udp://127.0.0.1:" + silent.getLocalPort(), Duration.ofMillis(300))
                            .ask(Asked.STARTED))
                    .isEqualTo(new ForwarderReply.Failed("It did not answer in time."));
        }
    }

    private static UdpForwarder forwarder(String uri, Duration timeout) {
        return new UdpForwarder(URI.create(uri), timeout, InstantSource.system());
    }
}
