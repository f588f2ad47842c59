package io.fila.cli.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpanTest {
    @ParameterizedTest
    @CsvSource({"250, 250", "250ms, 250", "5s, 5000", "2m, 120000", "1h, 3600000", "7d, 604800000", "0, 0"})
    void timeIsReadAsPeopleWriteIt(String text, long millis) {
        assertThat(Span.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "", "-1", "5 s", "1.5s", "5y", "s", "999999999999999999d", "99999999999999999999"})
    void whatIsNoTimeIsNone(String text) {
        assertThat(Span.parse(text)).isNull();
    }
}
