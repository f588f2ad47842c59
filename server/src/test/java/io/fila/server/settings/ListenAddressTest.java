package io.fila.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ListenAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:5555", "localhost:0", "[::1]:65535", ":5555"})
    void addressIsReadAndWrittenAlike(String text) {
        assertThat(ListenAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5555", "host", "host:", "host:x", "host:65536", "host:-1", "::1:5555"})
    void whatIsNoAddressIsRefused(String text) {
        assertThat(ListenAddress.parse(text)).isNull();
    }

    @Test
    void unknownHostIsUnresolved() {
        assertThat(new ListenAddress("no.such.host.invalid", 1)
                        .toSocketAddress()
                        .isUnresolved())
                .isTrue();
    }
}
