package io.fila.core.runtime.term;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.runtime.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TermClockTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong wallSeconds = new AtomicLong(1000);
    private final AtomicLong ticks = new AtomicLong();
    private final TermClock clock = new TermClock(() -> Instant.ofEpochSecond(wallSeconds.get()), ticks::get);

    @Test
    void aLeaderGoesOnFromTheLastEntryWhateverItsOwnClockSays() {
        clock.note(2000 * SECOND, true);
        ticks.addAndGet(3 * SECOND);

        Clock term = clock.begin();
        ticks.addAndGet(SECOND);
        wallSeconds.set(1);

        assertThat(term.nowNanos()).isEqualTo(2004 * SECOND);
        assertThat(term.wallNanos()).isEqualTo(SECOND);
    }

    @Test
    void anEntryThatCameLateSaysLessThanOneThatCameAtOnce() {
        clock.note(2000 * SECOND, true);
        ticks.addAndGet(10 * SECOND);
        clock.note(2001 * SECOND, true);

        assertThat(clock.begin().nowNanos()).isEqualTo(2010 * SECOND);
    }

    /** Its leads would begin minutes ahead after a month, end leases and mint tokens. */
    @Test
    void ticksThatAreTooFastDoNotAddUp() {
        long timeSeconds = 2000;
        for (int i = 0; i < 1000; i++) {
            clock.note(timeSeconds * SECOND, true);
            timeSeconds += 10;
            ticks.addAndGet(10 * SECOND + SECOND / 10);
        }

        assertThat(clock.begin().nowNanos()).isBetween(timeSeconds * SECOND, (timeSeconds + 1) * SECOND);
    }

    @Test
    void whatWasToldLongAgoIsGoneOnFromUntilSomethingElseIs() {
        clock.note(2000 * SECOND, true);
        ticks.addAndGet(1000 * SECOND);
        assertThat(clock.nowNanos()).isEqualTo(3000 * SECOND);

        clock.note(2900 * SECOND, true);
        assertThat(clock.nowNanos()).isEqualTo(2900 * SECOND);
    }

    @Test
    void afterAllWereDownTheWallClockTellsHowLong() {
        clock.note(900 * SECOND, false);

        assertThat(clock.begin().nowNanos()).isEqualTo(1000 * SECOND);
    }

    @Test
    void itNeverGoesBackBehindWhatWasCommitted() {
        clock.note(5000 * SECOND, false);

        assertThat(clock.begin().nowNanos()).isEqualTo(5000 * SECOND);
    }
}
