package io.fila.scripting.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MainTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    @Test
    void helpIsPrintedWhereverItIsAskedFor() {
        assertThat(run("--help")).isZero();
        assertThat(run("test", "policy.lua", "-h")).isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("Usage: fila lua test SCRIPT", "--payload-size N");
        assertThat(complained.size()).isZero();
    }

    @Test
    void mistakesAreComplainedAboutWithTheUsage() {
        assertThat(run("test", "--speed", "9")).isEqualTo(2);

        assertThat(complained.toString(StandardCharsets.UTF_8)).contains("--speed", "Usage: fila lua test SCRIPT");
        assertThat(printed.size()).isZero();
    }

    @Test
    void answerOfAScriptIsPrinted(@TempDir Path directory) throws IOException {
        Path script = directory.resolve("policy.lua");
        Files.writeString(
                script, "function on_enqueue(msg) return { fairness_key = msg.queue .. msg.payload_size } end");

        assertThat(run("test", script.toString(), "--queue", "orders", "--payload-size", "7", "--calls", "1"))
                .isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("\"orders7\"", "first_call_us");
    }

    private int run(String... words) {
        return Main.run(
                words,
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(complained, true, StandardCharsets.UTF_8));
    }
}
