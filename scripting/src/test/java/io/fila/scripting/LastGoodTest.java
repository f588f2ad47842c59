package io.fila.scripting;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.Scheduling;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LastGoodTest {
    private final LastGood lastGood = new LastGood();

    private void remember(int count, String filling) {
        for (int i = 0; i < count; i++) {
            lastGood.remember(headers(i, filling), new Scheduling("key-" + i, 1, List.of()));
        }
    }

    private static Map<String, String> headers(int number, String filling) {
        return Map.of("number", Integer.toString(number), "filling", filling);
    }

    private long remembered(int count, String filling) {
        long found = 0;
        for (int i = 0; i < count; i++) {
            found += lastGood.recall(headers(i, filling)) == null ? 0 : 1;
        }
        return found;
    }

    @Test
    void asManySetsOfHeadersAreRememberedAsItIsLimitedTo() {
        remember(LastGood.LIMIT + 100, "");

        assertThat(remembered(LastGood.LIMIT + 100, "")).isEqualTo(LastGood.LIMIT);
        assertThat(lastGood.recall(headers(99, ""))).isNull();
        assertThat(lastGood.recall(headers(100, ""))).isEqualTo(new Scheduling("key-100", 1, List.of()));
    }

    @Test
    void bigHeadersAreRememberedUpToTheirBytes() {
        String filling = "x".repeat(60_000);
        remember(2000, filling);

        assertThat(remembered(2000, filling)).isBetween(LastGood.BYTES / 70_000, LastGood.BYTES / 60_000);
        assertThat(lastGood.recall(headers(1999, filling))).isNotNull();
    }

    @Test
    void headersSeenAgainCountOnce() {
        String filling = "x".repeat(60_000);
        remember(10, filling);
        for (int i = 0; i < 1000; i++) {
            lastGood.remember(headers(0, filling), Scheduling.DEFAULT);
        }

        assertThat(remembered(10, filling)).isEqualTo(10);
    }
}
