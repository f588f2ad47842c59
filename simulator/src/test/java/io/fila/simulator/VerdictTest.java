package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class VerdictTest {
    @Test
    void failureNamesTheSeedWhatWasBrokenTheLastEventsAndHowToSeeItAgain() {
        Verdict verdict = new Verdict(
                42, 7, 99, 0, 0, new IllegalStateException("A law was broken."), List.of("turn 6", "turn 7"));

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.report())
                .contains("Seed 42", "turn 7", "event 99", "A law was broken.", "turn 6")
                .contains("./fila simulate --seed 42 --trace");
    }

    @Test
    void traceOfALifeIsTheSameEveryTimeAndDiffersFromOtherLives() {
        Verdict life = Life.judged(3, 1, line -> {}).run();

        assertThat(Life.judged(3, 1, line -> {}).run().hash()).isEqualTo(life.hash());
        assertThat(Life.unjudged(3, 1, line -> {}).run().hash())
                .as("laws change nothing")
                .isEqualTo(life.hash());
        assertThat(Life.judged(4, 1, line -> {}).run().hash()).isNotEqualTo(life.hash());
    }
}
