package io.fila.lua;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A short slice of the fuzzer; the program itself runs for as long as it is told. */
class GrammarFuzzerTest {
    private static final long FIRST_SEED = 1_000;
    private static final int SEEDS = 2_000;
    private static final int TRIES = 3;

    @Test
    void noSeedEscapesHangsOrFailsUndocumented() {
        try (NativeLua oracle = new NativeLua()) {
            GrammarFuzzer fuzzer = new GrammarFuzzer(oracle);
            fuzzer.warmUp();
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
                String failure = fuzzer.run(seed);
                // Time is measured on a machine that others use: what is wrong with the seed is wrong every time.
                for (int i = 1; i < TRIES && failure != null; i++) {
                    failure = fuzzer.run(seed);
                }
                assertThat(failure).as("seed %d", seed).isNull();
            }
        }
    }
}
