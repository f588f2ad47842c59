package io.fila.core.runtime.term;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.runtime.Clock;
import java.time.Instant;
import java.util.List;
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

    @Test
    void aMachineThatHasJustStartedGoesByWhatOthersKnow() {
        clock.note(900 * SECOND, false);

        assertThat(clock.begin(List.of(told(950, true), told(949, true))).nowNanos())
                .isEqualTo(950 * SECOND);
        assertThat(clock.begin(List.of(told(950, true), told(9000, false))).nowNanos())
                .isEqualTo(950 * SECOND);
        assertThat(clock.begin(List.of(told(850, true))).nowNanos())
                .as("not behind what was committed")
                .isEqualTo(900 * SECOND);
    }

    @Test
    void aMachineThatKnowsTheTimeAsksNobody() {
        clock.note(2000 * SECOND, true);

        assertThat(clock.begin(List.of(told(2500, true), told(9000, false))).nowNanos())
                .isEqualTo(2000 * SECOND);
    }

    @Test
    void afterAllWereDownOneWallClockThatIsWrongDoesNotCount() {
        clock.note(900 * SECOND, false);

        assertThat(clock.begin(List.of(told(1001, false), told(9000, false))).nowNanos())
                .isEqualTo(1001 * SECOND);
        assertThat(clock.begin(List.of(told(999, false), told(1, false))).nowNanos())
                .isEqualTo(999 * SECOND);
        assertThat(clock.begin(List.of(told(9000, false))).nowNanos())
                .as("of two the one behind")
                .isEqualTo(1000 * SECOND);
    }

    @Test
    void whatItTellsOthersIsKnownOnceAnEntryCame() {
        assertThat(clock.tell()).isEqualTo(told(1000, false));

        clock.note(2000 * SECOND, true);
        ticks.addAndGet(SECOND);

        assertThat(clock.tell()).isEqualTo(told(2001, true));
    }

    private static TermClock.Told told(long seconds, boolean isKnown) {
        return new TermClock.Told(seconds * SECOND, isKnown);
    }
}
