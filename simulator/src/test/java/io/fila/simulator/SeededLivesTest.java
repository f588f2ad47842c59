package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SeededLivesTest {
    private static final long SEEDS = 200;

    @Test
    void everyLawHoldsInTwoHundredLivesEachLivedTwice() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Verdict verdict = Simulation.check(seed);

            assertThat(verdict.passed()).as(verdict::report).isTrue();
        }
    }
}
