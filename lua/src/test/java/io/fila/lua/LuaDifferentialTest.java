package io.fila.lua;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Our Lua beside the real one: values, types, errors and their messages agree. */
class LuaDifferentialTest {
    /** {@code -Dfila.lua.expressions=1000000} runs the full count. */
    private static final int EXPRESSIONS = Integer.getInteger("fila.lua.expressions", 100_000);

    private static final int PROGRAMS = Integer.getInteger("fila.lua.programs", 1_700);
    private static final long FIRST_SEED = Long.getLong("fila.lua.seed", 1);
    private static final int BATCH = 500;
    private static final int SHOWN = 5;

    private static NativeLua oracle;

    @BeforeAll
    static void openOracle() {
        oracle = new NativeLua();
    }

    @AfterAll
    static void closeOracle() {
        oracle.close();
    }

    @Test
    void handWrittenSnippetsAgree() throws IOException {
        List<String> snippets = snippets();
        List<Differential.Disagreement> disagreements = new ArrayList<>();
        for (String snippet : snippets) {
            disagreements.addAll(Differential.disagreements(oracle, "", List.of(snippet)));
        }

        assertThat(snippets).hasSizeGreaterThan(300);
        assertThat(disagreements).isEmpty();
    }

    private static List<String> snippets() throws IOException {
        try (InputStream text = Objects.requireNonNull(LuaDifferentialTest.class.getResourceAsStream("snippets.lua"))) {
            String[] snippets = new String(text.readAllBytes(), StandardCharsets.ISO_8859_1).split("(?m)^----\n");
            return Arrays.stream(snippets).filter(snippet -> !snippet.isBlank()).toList();
        }
    }

    @Test
    void generatedProgramsAgree() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + PROGRAMS; seed++) {
            assertThat(Differential.disagreements(oracle, "", List.of(ProgramGenerator.tame(seed))))
                    .as("program of seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void generatedExpressionsAgree() {
        long seed = FIRST_SEED;
        for (int done = 0; done < EXPRESSIONS; done += BATCH) {
            ExpressionGenerator generator = new ExpressionGenerator(seed);
            List<String> batch = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                batch.add(generator.snippet());
            }

            List<Differential.Disagreement> disagreements =
                    Differential.disagreements(oracle, ExpressionGenerator.PRELUDE, batch);

            assertThat(disagreements.stream().limit(SHOWN))
                    .as("expressions of seed %d", seed)
                    .isEmpty();
            seed++;
        }
    }
}
