package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ConfigCommandsTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @Test
    void setSaysWhatItSet() {
        assertThat(fila.run("config", "set", "throttle.smtp", "10,20"))
                .isEqualTo("Set \"throttle.smtp\" = \"10,20\"\n");
        assertThat(fila.run("config", "set", "colour", "blue", "--output", "json"))
                .isEqualTo("{\"key\":\"colour\",\"value\":\"blue\"}\n");
        assertThat(fila.refused("config", "set", "", "blue")).isEqualTo("Error: key must not be empty\n");
    }

    @Test
    void getShowsWhatIsSet() {
        fila.run("config", "set", "colour", "blue");

        assertThat(fila.run("config", "get", "colour")).isEqualTo("colour: blue\n");
        assertThat(fila.run("config", "get", "colour", "--output", "json"))
                .isEqualTo("{\"key\":\"colour\",\"value\":\"blue\"}\n");
        assertThat(fila.refused("config", "get", "size")).isEqualTo("Error: key \"size\" is not set\n");
    }

    @Test
    void listIsATable() {
        assertThat(fila.run("config", "list")).isEqualTo("No configuration keys found.\n");
        fila.run("config", "set", "throttle.smtp", "10,20");
        fila.run("config", "set", "colour", "blue");

        assertThat(fila.run("config", "list")).isEqualTo("""
                        KEY            VALUE
                        colour         blue
                        throttle.smtp  10,20
                        """);
        assertThat(fila.run("config", "list", "--prefix", "throttle.", "--output", "json"))
                .isEqualTo("{\"entries\":[{\"key\":\"throttle.smtp\",\"value\":\"10,20\"}],\"total_count\":1}\n");
    }

    @Test
    void anEmptyValueDeletes() {
        fila.run("config", "set", "colour", "blue");

        assertThat(fila.run("config", "set", "colour", "")).isEqualTo("Set \"colour\" = \"\"\n");

        assertThat(fila.run("config", "list")).isEqualTo("No configuration keys found.\n");
    }
}
