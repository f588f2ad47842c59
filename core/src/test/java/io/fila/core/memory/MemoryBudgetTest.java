package io.fila.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import org.junit.jupiter.api.Test;

final class MemoryBudgetTest {
    private static final int MOST_PER_LANE = 1_000;
    private static final int MOST = 100_000;

    private final MemoryBudget budget = new MemoryBudget(Limits.defaults()
            .but()
            .queues(1)
            .flows(1)
            .inFlightPerQueue(1)
            .inFlightPerConsumer(1)
            .windowPerLane(MOST_PER_LANE)
            .headsInMemory(MOST)
            .bodyBytesInMemory(100)
            .commandsPerTurn(1)
            .deliveriesPerTurn(1)
            .timersPerTurn(1)
            .pagesInFlight(1)
            .limits());

    @Test
    void fewLanesHaveLongWindows() {
        fill();
        fill();

        assertThat(budget.roomForHeads(0)).isEqualTo(MOST_PER_LANE);
    }

    @Test
    void manyLanesShareAndOneThatComesLateFindsRoom() {
        fillMany();

        assertThat(budget.heads()).isLessThan(MOST);
        assertThat(budget.roomForHeads(0)).isGreaterThan(Limits.MIN_WINDOW);
    }

    @Test
    void windowsGrowAgainWhenHeadsAreGivenBack() {
        fillMany();
        int crowded = budget.window();

        budget.returnHeads(budget.heads());

        assertThat(crowded).isLessThan(MOST_PER_LANE);
        assertThat(budget.window()).isEqualTo(MOST_PER_LANE);
    }

    @Test
    void aLaneCanAlwaysLookAhead() {
        budget.takeHeads(2 * MOST);

        assertThat(budget.roomForHeads(0)).isEqualTo(Limits.MIN_WINDOW);
        assertThat(budget.roomForHeads(MOST_PER_LANE)).isZero();
    }

    @Test
    void bodiesAreTakenWhileTheirBytesAreFree() {
        assertThat(budget.takeBody(60)).isTrue();
        assertThat(budget.takeBody(60)).isFalse();
        budget.returnBody(60);
        assertThat(budget.takeBody(100)).isTrue();
    }

    private void fillMany() {
        for (int lane = 0; lane < MOST / MOST_PER_LANE; lane++) {
            fill();
        }
    }

    /** A lane takes all the heads it may have, one after the other. */
    private void fill() {
        int held = 0;
        while (budget.roomForHeads(held) > 0) {
            budget.takeHeads(1);
            held++;
        }
    }
}
