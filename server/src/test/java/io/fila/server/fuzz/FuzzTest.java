package io.fila.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzers for a moment, from a fixed seed; {@link Fuzzing#main} runs them for as long as one likes. */
final class FuzzTest {
    private static final long SEED = 20_261_116;

    @Test
    void framesOfStreams() {
        run(new FrameTarget(), 20_000);
    }

    @Test
    void configurationFiles(@TempDir Path directory) {
        run(new TomlTarget(directory.resolve("fila.toml")), 300);
    }

    @Test
    void tokens() {
        Fuzzing fuzzing = new Fuzzing(new TokenTarget(), SEED);

        fuzzing.run(() -> fuzzing.executions() < 20_000);

        assertThat(fuzzing.executions()).isEqualTo(20_000);
    }

    private static void run(Target target, int executions) {
        Fuzzing fuzzing = new Fuzzing(target, SEED);

        fuzzing.run(() -> fuzzing.executions() < executions);

        assertThat(fuzzing.right()).isBetween(1L, executions - 1L);
    }
}
