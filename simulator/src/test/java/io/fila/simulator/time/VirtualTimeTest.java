package io.fila.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VirtualTimeTest {
    private final EventQueue events = new EventQueue();
    private final WallClock clock = new WallClock(events);

    @Test
    void whatIsPlannedForOneMomentHappensInTheOrderItWasPlanned() {
        List<String> happened = new ArrayList<>();
        events.at(20, () -> happened.add("third"));
        events.at(10, () -> happened.add("first"));
        events.at(10, () -> happened.add("second"));

        passTime();

        assertThat(happened).containsExactly("first", "second", "third");
        assertThat(events.nowNanos()).isEqualTo(20);
    }

    @Test
    void clockJumpsBothWaysAndDriftsInBetween() {
        long start = clock.nowNanos();
        clock.jump(-500);
        clock.drift(100_000);
        events.after(10_000_000, () -> {});

        passTime();

        assertThat(clock.nowNanos() - start).isEqualTo(-500 + 11_000_000);
    }

    private void passTime() {
        boolean more = true;
        while (more) {
            more = events.runNext();
        }
    }
}
