package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

    @Test
    void eachWaitIsTwiceTheOneBeforeUpToTheLongest() {
        List<Long> millis = IntStream.rangeClosed(1, 6)
                .mapToObj(failures -> backoff.pause(failures, 1).toMillis())
                .toList();

        assertThat(millis).containsExactly(100L, 200L, 400L, 800L, 1_000L, 1_000L);
        assertThat(backoff.pause(Integer.MAX_VALUE, 1)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void chanceTakesUpToHalfOfIt() {
        assertThat(backoff.pause(2, 0)).isEqualTo(Duration.ofMillis(100));
        assertThat(backoff.pause(2, 0.5)).isEqualTo(Duration.ofMillis(150));
    }

    @Test
    void theFirstWaitIsNoLongerThanTheLongest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessageContaining("PT2S and PT1S");
    }
}
