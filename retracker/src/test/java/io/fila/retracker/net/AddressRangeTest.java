package io.fila.retracker.net;

import static io.fila.retracker.torrent.Torrents.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressRangeTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8,      10.255.0.1,  true",
        "10.0.0.0/8,      11.0.0.1,    false",
        "192.0.2.128/25,  192.0.2.127, false",
        "192.0.2.128/25,  192.0.2.128, true",
        "0.0.0.0/0,       1.2.3.4,     true",
        "0.0.0.0/0,       ::1,         false",
        "1.2.3.4,         1.2.3.4,     true",
        "1.2.3.4,         1.2.3.5,     false",
        "2001:db8::/33,   2001:db8:7fff::1, true",
        "2001:db8::/33,   2001:db8:8000::1, false",
        "2001:db8::ff00/120, 2001:db8::ffee, true",
        "2001:db8::ff00/120, 2001:db8::feee, false",
        "::/0,            1.2.3.4,     true",
        "::1,             ::1,         true"
    })
    void rangeHoldsTheAddressesThatBeginAlike(String range, String address, boolean held) {
        assertThat(Objects.requireNonNull(AddressRange.parse(range)).contains(at(address, 0)))
                .isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/8", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::/129", "1.2.3.4.5"})
    void whatIsNoRangeIsRefused(String text) {
        assertThat(AddressRange.parse(text)).isNull();
    }

    @Test
    void namesAreNotLookedUp() {
        assertThat(NumericAddress.parse("localhost")).isNull();
    }
}
