package io.fila.core.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimersTest {
    private static final class Bell extends Timer {
        private final String name;

        Bell(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private final Timers<Bell> timers = new Timers<>();

    @Test
    void timersGoOffInTheOrderOfTheirMoments() {
        Bell late = new Bell("late");
        Bell early = new Bell("early");
        timers.set(late, 20);
        timers.set(early, 10);

        assertThat(timers.nextDueNanos()).isEqualTo(10);
        assertThat(timers.pollDue(9)).isNull();
        assertThat(timers.pollDue(30)).isSameAs(early);
        assertThat(timers.pollDue(30)).isSameAs(late);
        assertThat(timers.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timersOfOneMomentGoOffInTheOrderTheyWereSet() {
        List<Bell> bells = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Bell bell = new Bell("bell" + i);
            bells.add(bell);
            timers.set(bell, 5);
        }

        List<Bell> rung = new ArrayList<>();
        for (Bell bell = timers.pollDue(5); bell != null; bell = timers.pollDue(5)) {
            rung.add(bell);
        }
        assertThat(rung).isEqualTo(bells);
    }

    @Test
    void cancelledTimerNeverGoesOff() {
        Bell bell = new Bell("cancelled");
        timers.set(bell, 1);

        timers.cancel(bell);
        timers.cancel(bell);

        assertThat(timers.pollDue(100)).isNull();
        assertThat(bell.isSet()).isFalse();
    }

    @Test
    void behavesLikeASortedListUnderRandomOperations() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Timers<Bell> heap = new Timers<>();
            List<Bell> sorted = new ArrayList<>();
            for (int step = 0; step < 600; step++) {
                switch (random.nextInt(3)) {
                    case 0 -> {
                        Bell bell = new Bell("bell" + step);
                        heap.set(bell, random.nextInt(100));
                        sorted.add(bell);
                        sorted.sort(Comparator.comparingLong(Timer::dueNanos));
                    }
                    case 1 -> {
                        if (!sorted.isEmpty()) {
                            heap.cancel(sorted.remove(random.nextInt(sorted.size())));
                        }
                    }
                    default -> {
                        long now = random.nextInt(100);
                        Bell expected =
                                !sorted.isEmpty() && sorted.getFirst().dueNanos() <= now ? sorted.removeFirst() : null;
                        assertThat(heap.pollDue(now))
                                .as("seed %d step %d", seed, step)
                                .isSameAs(expected);
                    }
                }
                assertThat(heap.size()).isEqualTo(sorted.size());
            }
        }
    }
}
