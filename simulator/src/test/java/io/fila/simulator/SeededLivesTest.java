package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class SeededLivesTest {
    private static final long SEEDS = 60;

    @Test
    void everyLawHoldsInAHundredLivesEachLivedTwice() {
        List<String> failures = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(Simulation::check)
                .filter(verdict -> !verdict.passed())
                .map(Verdict::report)
                .toList();

        assertThat(failures).isEmpty();
    }
}
