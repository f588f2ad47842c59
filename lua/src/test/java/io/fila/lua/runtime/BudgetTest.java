package io.fila.lua.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.lua.runtime.LuaLimitExceeded.Limit;
import org.junit.jupiter.api.Test;

/** The budget on clocks that a test turns. */
class BudgetTest {
    private static final long LIMIT_NANOS = 10_000_000;
    private static final long MEMORY_BYTES = 1_000_000;

    private final TurnedClock clock = new TurnedClock();
    private long reachable;
    private final Budget budget = new Budget(clock, limit -> reachable);

    /** Clocks that stand still until they are turned. */
    private static final class TurnedClock implements Clock {
        private long wall = 5;
        private long cpu = 7;

        @Override
        public long wallNanos() {
            return wall;
        }

        @Override
        public long cpuNanos() {
            return cpu;
        }

        void turn(long wallNanos, long cpuNanos) {
            wall += wallNanos;
            cpu += cpuNanos;
        }
    }

    private void begin() {
        budget.begin(LIMIT_NANOS, MEMORY_BYTES);
        work();
    }

    private void work() {
        for (int i = 0; i <= Budget.TICKS_BETWEEN_CLOCK_READS; i++) {
            budget.tick();
        }
    }

    @Test
    void callEndsWhenItsProcessorTimeIsUsedUp() {
        begin();
        clock.turn(LIMIT_NANOS, LIMIT_NANOS);

        assertThatThrownBy(this::work)
                .isInstanceOfSatisfying(
                        LuaLimitExceeded.class, e -> assertThat(e.limit()).isEqualTo(Limit.TIME));
    }

    @Test
    void pauseOfTheMachineDoesNotEndACall() {
        begin();
        clock.turn(3 * LIMIT_NANOS, LIMIT_NANOS / 2);

        assertThatCode(this::work).doesNotThrowAnyException();
    }

    @Test
    void callWithoutProcessorEndsAfterFourTimesItsLimit() {
        begin();
        clock.turn(4 * LIMIT_NANOS, 0);

        assertThatThrownBy(this::work).isInstanceOf(LuaLimitExceeded.class);
    }

    @Test
    void clockIsReadAgainRightAfterManyStepsAtOnce() {
        begin();
        budget.charge(1_000_000);
        clock.turn(LIMIT_NANOS, LIMIT_NANOS);

        assertThatThrownBy(budget::tick).isInstanceOf(LuaLimitExceeded.class);
    }

    @Test
    void memoryIsWhatIsReachable() {
        begin();
        reachable = 1000;
        for (int i = 0; i < 10; i++) {
            budget.allocate(MEMORY_BYTES / 2);
        }
        reachable = MEMORY_BYTES;

        assertThatThrownBy(() -> {
                    budget.allocate(MEMORY_BYTES / 2);
                    budget.allocate(MEMORY_BYTES / 2);
                })
                .isInstanceOfSatisfying(
                        LuaLimitExceeded.class, e -> assertThat(e.limit()).isEqualTo(Limit.MEMORY));
    }

    @Test
    void callAllocatesAtMostSixteenTimesItsLimit() {
        begin();
        reachable = 0;
        long allocated = 0;
        try {
            while (allocated < 100 * MEMORY_BYTES) {
                budget.allocate(MEMORY_BYTES / 2);
                allocated += MEMORY_BYTES / 2;
            }
        } catch (LuaLimitExceeded expected) {
            assertThat(expected.limit()).isEqualTo(Limit.MEMORY);
        }

        assertThat(allocated).isBetween(16 * MEMORY_BYTES, 18 * MEMORY_BYTES);
    }

    @Test
    void stepsAndBytesAreCounted() {
        budget.begin(LIMIT_NANOS, MEMORY_BYTES);
        budget.tick();
        budget.charge(5000);
        budget.charge(10);
        budget.allocate(123);
        budget.end();

        assertThat(budget.ticks()).isEqualTo(5011);
        assertThat(budget.allocated()).isEqualTo(123);
    }
}
