package io.fila.server.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.runtime.Clock;
import io.fila.server.wire.EncodedOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The wall clock is set while the broker lives. */
final class EnqueueOptionRulesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long START_NANOS =
            Duration.ofSeconds(START.getEpochSecond()).toNanos();
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
    private static final long TEN_SECONDS_NANOS = Duration.ofSeconds(10).toNanos();

    private final AtomicReference<Instant> wall = new AtomicReference<>(START);
    private final AtomicLong ticks = new AtomicLong();
    private final Clock clock = Clock.steady(wall::get, ticks::get);

    @Test
    void momentIsThatOfTheWallClockHoweverItWasSet() {
        wall.set(START.plusSeconds(3_600));
        assertThat(readyInNanos(START_NANOS + HOUR_NANOS + TEN_SECONDS_NANOS)).isEqualTo(TEN_SECONDS_NANOS);

        wall.set(START.minusSeconds(3_600));
        assertThat(readyInNanos(START_NANOS - HOUR_NANOS + TEN_SECONDS_NANOS)).isEqualTo(TEN_SECONDS_NANOS);
    }

    @Test
    void clocksThatDifferALittleAreOne() {
        wall.set(START.plusMillis(400));

        assertThat(readyInNanos(START_NANOS + TEN_SECONDS_NANOS)).isEqualTo(TEN_SECONDS_NANOS);
    }

    private long readyInNanos(long deliverAtNanos) {
        EncodedOptions options = new EncodedOptions(0, true, deliverAtNanos, "", 0);
        return EnqueueOptionRules.read(options, clock).readyAtNanos(clock.nowNanos()) - clock.nowNanos();
    }
}
