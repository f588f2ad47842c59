package io.fila.retracker.torrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
    @ParameterizedTest
    @ValueSource(strings = {"1.2.3.4", "255.255.255.255", "2001:db8:0:0:0:0:0:1", "0:0:0:0:0:0:0:1"})
    void addressAndPortComeBackFromTheirBytes(String text) {
        Endpoint endpoint = Endpoint.of(InetAddress.ofLiteral(text), 65_535);
        ByteBuffer bytes = ByteBuffer.allocate(Endpoint.V6_LENGTH);
        endpoint.write(bytes);
        bytes.flip();

        assertThat(bytes.remaining()).isEqualTo(endpoint.isV4() ? Endpoint.V4_LENGTH : Endpoint.V6_LENGTH);
        assertThat(endpoint.isV4() ? Endpoint.readV4(bytes) : Endpoint.readV6(bytes))
                .isEqualTo(endpoint);
        assertThat(endpoint.host()).isEqualTo(text);
    }

    @Test
    void mappedAddressIsTheIpv4Address() {
        ByteBuffer mapped = ByteBuffer.allocate(Endpoint.V6_LENGTH)
                .putLong(0)
                .putInt(0xffff)
                .putInt(0x01020304)
                .putShort((short) 80)
                .flip();

        assertThat(Endpoint.readV6(mapped)).isEqualTo(Endpoint.of(InetAddress.ofLiteral("1.2.3.4"), 80));
        assertThat(Endpoint.of(InetAddress.ofLiteral("::1"), 80)).hasToString("[0:0:0:0:0:0:0:1]:80");
    }
}
