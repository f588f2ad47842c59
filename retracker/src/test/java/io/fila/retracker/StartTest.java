package io.fila.retracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StartTest {
    @TempDir
    Path folder;

    @Test
    void portThatIsTakenIsNamed() throws Exception {
        try (RetrackerFixture first = RetrackerFixture.start(folder, "listen = \"127.0.0.1:0\"")) {
            String taken = "127.0.0.1:" + first.httpPort();

            assertThatThrownBy(() -> RetrackerFixture.start(folder, "listen = \"" + taken + "\""))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("Expected to listen on " + taken);
        }
    }

    @Test
    void hostThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> RetrackerFixture.start(folder, "listen = \"no.such.host.invalid:1\""))
                .hasMessageContaining("there is no such host");
    }

    @Test
    void commandLineIsReadInBothSpellings() {
        CommandLine expected = new CommandLine.Serve(Optional.of(Path.of("f")));

        assertThat(parse("--config", "f")).isEqualTo(expected);
        assertThat(parse("--config=f")).isEqualTo(expected);
        assertThat(parse()).isEqualTo(new CommandLine.Serve(Optional.empty()));
        assertThat(parse("--help")).isEqualTo(new CommandLine.Print(CommandLine.USAGE));
        assertThat(parse("--config")).isInstanceOf(CommandLine.Misuse.class);
        assertThat(parse("--port", "1")).isInstanceOf(CommandLine.Misuse.class);
    }

    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), "1.2.3");
    }
}
