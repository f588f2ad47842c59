package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
                    localhost:5555,          localhost,      5555,  false
                    localhost,               localhost,      5555,  false
                    http://localhost:5555,   localhost,      5555,  false
                    http://localhost:5555/,  localhost,      5555,  false
                    https://fila.example,    fila.example,   5555,  true
                    https://10.0.0.1:443,    10.0.0.1,       443,   true
                    [::1]:7000,              ::1,            7000,  false
                    http://[::1],            ::1,            5555,  false
                    """)
    void readsHostPortAndScheme(String text, String host, int port, boolean secure) {
        assertThat(Address.parse(text)).isEqualTo(new Address(host, port, secure));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":5555",
                "http://",
                "localhost:",
                "localhost:port",
                "localhost:0",
                "localhost:65536",
                "localhost:5555/path",
                "::1:5555",
                "over the rainbow:5555",
                "[::1",
                "[::1]x:5555",
                "ftp://localhost:21"
            })
    void saysWhatItExpectedInsteadOfAMalformedAddress(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(text))
                .withMessage("Expected an address like localhost:5555 or https://host:port but found \"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:5555", "[::1]:7000"})
    void isWrittenAsItIsRead(String text) {
        assertThat(Address.parse(text)).hasToString(text);
    }
}
