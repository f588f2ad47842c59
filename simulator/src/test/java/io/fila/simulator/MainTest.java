package io.fila.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class MainTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    @Test
    void helpIsPrinted() {
        assertThat(run("--seeds", "1..1000000", "--help")).isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("Usage: fila simulate ");
        assertThat(complained.size()).isZero();
    }

    @Test
    void mistakesAreComplainedAboutWithTheUsage() {
        assertThat(run("--speed")).isEqualTo(2);

        assertThat(complained.toString(StandardCharsets.UTF_8)).contains("--speed", "Usage: fila simulate ");
        assertThat(printed.size()).isZero();
    }

    @Test
    void seedsThatThereWasNoTimeForAreTold() {
        assertThat(run("--seeds", "1..9", "--minutes", "0")).isZero();

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("The time ran out: 0 of 9 seeds ran");
    }

    private int run(String... words) {
        return Main.run(
                words,
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(complained, true, StandardCharsets.UTF_8));
    }
}
