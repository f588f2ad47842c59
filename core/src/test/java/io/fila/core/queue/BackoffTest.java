package io.fila.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

    @Test
    void doublesUpToTheLongestAndTakesUpToHalfOff() {
        long[] nominalMillis = {100, 200, 400, 800, 1000, 1000};
        for (int attempts = 1; attempts <= nominalMillis.length; attempts++) {
            long nominal = Duration.ofMillis(nominalMillis[attempts - 1]).toNanos();
            for (int message = -500; message < 500; message++) {
                assertThat(BACKOFF.delayNanos(attempts, message)).isBetween(nominal / 2, nominal);
            }
        }
    }

    @Test
    void messagesThatFailTogetherDoNotComeBackTogether() {
        long distinct = IntStream.range(0, 1000)
                .mapToLong(message -> BACKOFF.delayNanos(1, message))
                .distinct()
                .count();

        assertThat(distinct).isGreaterThan(500);
    }

    @Test
    void staysAtTheLongestHoweverOftenItFailed() {
        Backoff day = new Backoff(Duration.ofNanos(1), Backoff.MAX);

        assertThat(day.delayNanos(Integer.MAX_VALUE, 7)).isBetween(Backoff.MAX.toNanos() / 2, Backoff.MAX.toNanos());
    }

    @Test
    void noneIsNone() {
        assertThat(Backoff.NONE.delayNanos(1, 7)).isZero();
        assertThat(Backoff.NONE.delayNanos(99, 7)).isZero();
    }
}
