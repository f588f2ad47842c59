package io.fila.retracker.http;

import static io.fila.retracker.torrent.Torrents.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.net.AddressRange;
import io.fila.retracker.torrent.Endpoint;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ClientAddressTest {
    private static final Endpoint PROXY = at("10.1.2.3", 0);
    private static final Endpoint STRANGER = at("203.0.113.9", 0);

    private final ClientAddress trusting =
            new ClientAddress(true, List.of(range("10.0.0.0/8"), range("2001:db8::/32")));

    @Test
    void headersOfStrangersAreNotBelieved() {
        assertThat(trusting.of(STRANGER, "1.2.3.4", "1.2.3.4")).isEqualTo(STRANGER);
        assertThat(new ClientAddress(false, List.of(range("10.0.0.0/8"))).of(PROXY, "1.2.3.4", null))
                .isEqualTo(PROXY);
    }

    @Test
    void trustedProxyNamesItsClient() {
        assertThat(trusting.of(PROXY, "1.2.3.4", null)).isEqualTo(at("1.2.3.4", 0));
        assertThat(trusting.of(PROXY, " [2001:db9::1] ", null)).isEqualTo(at("2001:db9::1", 0));
        assertThat(trusting.of(at("2001:db8::5", 0), "1.2.3.4", null)).isEqualTo(at("1.2.3.4", 0));
        assertThat(trusting.of(PROXY, "garbage", null)).isEqualTo(PROXY);
        assertThat(trusting.of(PROXY, null, null)).isEqualTo(PROXY);
    }

    @Test
    void ofAChainTheLastStrangerCountsBecauseAnybodyCanWriteTheBeginning() {
        assertThat(trusting.of(PROXY, null, "6.6.6.6, 1.2.3.4, 10.0.0.9")).isEqualTo(at("1.2.3.4", 0));
        assertThat(trusting.of(PROXY, null, "10.0.0.8, 10.0.0.9")).isEqualTo(at("10.0.0.8", 0));
        assertThat(trusting.of(PROXY, null, "6.6.6.6, nonsense, 10.0.0.9")).isEqualTo(at("10.0.0.9", 0));
    }

    private static AddressRange range(String text) {
        return Objects.requireNonNull(AddressRange.parse(text));
    }
}
