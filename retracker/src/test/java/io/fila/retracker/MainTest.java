package io.fila.retracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process: whoever calls it wrongly reads one sentence, and never a stack trace. */
final class MainTest {
    private static final int PATIENCE_MINUTES = 2;

    @TempDir
    Path folder;

    @Test
    void helpSaysHowItIsCalled() throws Exception {
        assertThat(ran(0, "--help")).contains("Usage: fila retracker [--config FILE]");
    }

    @Test
    void wrongCallIsRefused() throws Exception {
        assertThat(ran(2, "--port", "1")).isEqualTo("Error: Expected --config FILE but found --port 1.\n");
    }

    @Test
    void fileThatIsNotThereIsNamed() throws Exception {
        String file = folder.resolve("none.toml").toString();

        assertThat(ran(1, "--config", file))
                .startsWith("Error: ")
                .contains(file)
                .hasLineCount(1);
    }

    @Test
    void valueThatMeansNothingIsNamedWithItsKey() throws Exception {
        assertThat(ran(1, "--config", file("forwarder_workers = \"ten\"\n")))
                .startsWith("Error: ")
                .contains("forwarder_workers")
                .hasLineCount(1);
    }

    @Test
    void portAndDirectoryThatAreTakenAreNamed() throws Exception {
        Path data = folder.resolve("data");
        String lines =
                "listen = \"127.0.0.1:0\"\ndata_dir = \"" + data + "\"\n[[forwarders]]\nuri = \"http://127.0.0.1:1\"\n";
        try (RetrackerFixture first = RetrackerFixture.start(folder, lines)) {
            String taken = "127.0.0.1:" + first.httpPort();
            assertThat(ran(1, "--config", file("listen = \"" + taken + "\"\n")))
                    .startsWith("Error: Expected to listen on " + taken)
                    .hasLineCount(1);

            assertThat(ran(1, "--config", file(lines)))
                    .startsWith("Error: Expected to use the directory of data_dir but could not. ")
                    .contains(data.toString())
                    .hasLineCount(1);
        }
    }

    private String file(String lines) throws IOException {
        return Files.writeString(folder.resolve("tried.toml"), lines).toString();
    }

    /** Runs the program to its end and returns all that it said. */
    private static String ran(int expectedCode, String... arguments) throws IOException, InterruptedException {
        Process process = RetrackerProcess.begin(arguments);
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isEqualTo(expectedCode);
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
