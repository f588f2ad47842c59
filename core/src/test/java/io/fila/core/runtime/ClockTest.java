package io.fila.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class ClockTest {
    private final AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicLong ticks = new AtomicLong(-5);

    @Test
    void wallClockThatIsSetMovesNothing() {
        Clock clock = Clock.steady(wall::get, ticks::get);
        long startNanos = clock.nowNanos();

        wall.set(wall.get().plus(Duration.ofHours(1)));
        ticks.addAndGet(100);
        assertThat(clock.nowNanos()).isEqualTo(startNanos + 100);
        assertThat(clock.wallNanos()).isEqualTo(startNanos + Duration.ofHours(1).toNanos());

        wall.set(wall.get().minus(Duration.ofHours(3)));
        ticks.addAndGet(100);
        assertThat(clock.nowNanos()).isEqualTo(startNanos + 200);
    }

    @Test
    void itBeginsAtTheTimeOfDay() {
        assertThat(Clock.steady(wall::get, ticks::get).nowNanos())
                .isEqualTo(Duration.ofSeconds(wall.get().getEpochSecond()).toNanos());
    }
}
