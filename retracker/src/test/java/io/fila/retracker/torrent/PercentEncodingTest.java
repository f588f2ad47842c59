package io.fila.retracker.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PercentEncodingTest {
    @Test
    void byte0x20IsWrittenAsTrackersWantItAndAPlusStaysAPlus() {
        assertThat(PercentEncoding.encode(new byte[] {0x20, '+', 'a', 0, -1})).isEqualTo("%20%2Ba%00%FF");
        assertThat(PercentEncoding.decode("%20+%2B%2bA")).isEqualTo(" +++A");
    }

    @Test
    void everyByteComesBack() {
        for (long seed = 0; seed < 500; seed++) {
            byte[] bytes = new byte[20];
            new Random(seed).nextBytes(bytes);

            assertThat(Latin1.bytes(PercentEncoding.decode(PercentEncoding.encode(bytes))))
                    .as("seed " + seed)
                    .isEqualTo(bytes);
        }
    }

    @Test
    void rawBytesThatAClientDidNotEncodeAreTakenAsTheyCame() {
        assertThat(PercentEncoding.decode("\u00fc%fc")).isEqualTo("\u00fc\u00fc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%1", "a%zz", "%%20", "%1\u0661", "%-1"})
    void brokenEscapeIsRefused(String text) {
        assertThatThrownBy(() -> PercentEncoding.decode(text))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("two hexadecimal digits");
    }
}
