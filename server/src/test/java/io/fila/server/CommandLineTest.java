package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.server.config.ConfigSources.Flags;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandLineTest {
    @Test
    void flagsAreReadInBothSpellings() {
        CommandLine expected = new CommandLine.Serve(new Flags("f", "h:1", "d"));

        assertThat(parse("--config", "f", "--listen", "h:1", "--data-dir", "d")).isEqualTo(expected);
        assertThat(parse("--data-dir=d", "--listen=h:1", "--config=f")).isEqualTo(expected);
        assertThat(parse()).isEqualTo(new CommandLine.Serve(new Flags(null, null, null)));
    }

    @Test
    void helpAndVersionPrint() {
        assertThat(parse("--help")).isEqualTo(new CommandLine.Print(CommandLine.USAGE));
        assertThat(parse("--version")).isEqualTo(new CommandLine.Print("fila 1.2.3" + System.lineSeparator()));
    }

    @Test
    void misuseIsNamed() {
        assertThat(parse("--port", "1"))
                .isEqualTo(new CommandLine.Misuse("Expected --config, --listen or --data-dir but found --port."));
        assertThat(parse("--listen"))
                .isEqualTo(new CommandLine.Misuse("Expected a value after --listen but found nothing."));
    }

    private static CommandLine parse(String... arguments) {
        return CommandLine.parse(List.of(arguments), "1.2.3");
    }
}
