package io.fila.retracker.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.bencode.BencodeReader;
import io.fila.retracker.torrent.Latin1;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAdviceTest {
    @Test
    void neverIsAWord() {
        assertThat(read("5:never")).isEqualTo(new RetryAdvice.Never());
    }

    @ParameterizedTest
    @CsvSource({"i1e, 1", "i9e, 9", "1:5, 5"})
    void lessThanTenMinutesAreWaitedFor(String value, int minutes) {
        assertThat(read(value)).isEqualTo(new RetryAdvice.Soon(Duration.ofMinutes(minutes)));
    }

    @ParameterizedTest
    @CsvSource({"i10e, 10", "2:90, 90", "i9223372036854775807e, 527040"})
    void tenMinutesAndMoreAreNot(String value, int minutes) {
        assertThat(read(value)).isEqualTo(new RetryAdvice.Later(Duration.ofMinutes(minutes)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"i0e", "i-5e", "1:0", "2:-1", "5:Never", "4:soon", "0:", "le", "de", "20:99999999999999999999"})
    void anythingElseIsNoAdvice(String value) {
        assertThat(read(value)).isEqualTo(RetryAdvice.NONE);
    }

    @Test
    void nothingIsNoAdvice() {
        assertThat(RetryAdvice.read(null)).isEqualTo(RetryAdvice.NONE);
    }

    private static RetryAdvice read(String value) {
        return RetryAdvice.read(BencodeReader.read(Latin1.bytes(value)));
    }
}
