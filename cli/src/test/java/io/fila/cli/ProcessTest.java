package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Outgoing;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a process of its own can show: signals, pipes and exit codes. */
final class ProcessTest {
    /** A build in the background of a shell ignores interrupts, and hands that down to its processes. */
    private static final List<String> UNDEAF =
            System.getProperty("os.name").equals("Linux") ? List.of("env", "--default-signal=INT") : List.of();

    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsAConsumerWell(String signal) throws IOException, InterruptedException {
        fila.client().admin().createQueue("orders");
        fila.client().enqueue("orders", Outgoing.of("ein Kaffee für Zoë"));
        Process process = start("consume", "orders", "--ack");
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).endsWith("  default  ein Kaffee für Zoë");

            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();

            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(out.readLine()).isNull();
            assertThat(err.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aReaderThatHasSeenEnoughEndsAConsumer() throws IOException, InterruptedException {
        fila.client().admin().createQueue("orders");
        Process process = start("consume", "orders", "--ack");
        try {
            fila.client().enqueue("orders", Outgoing.of("one"));
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            assertThat(out.readLine()).endsWith("one");
            out.close();

            do {
                fila.client().enqueue("orders", Outgoing.of("more"));
            } while (!process.waitFor(100, TimeUnit.MILLISECONDS));

            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void exitCodesLeaveTheProcess() throws IOException, InterruptedException {
        assertThat(start("queue", "list").waitFor()).isEqualTo(0);
        assertThat(start("queue", "delete", "nowhere").waitFor()).isEqualTo(1);
        assertThat(start("queue").waitFor()).isEqualTo(2);
    }

    private Process start(String... typed) throws IOException {
        List<String> command = new ArrayList<>(UNDEAF);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(typed));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("FILA_ADDR", fila.broker().address());
        return builder.start();
    }
}
