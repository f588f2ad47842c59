package io.fila.retracker.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.server.settings.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about the retracker lists the keys as they are. Run with {@code -Dfila.docs=write} to write the list anew. */
final class RetrackerPageTest {
    private static final Path PAGE = Path.of("../docs/retracker.md");
    private static final String BEGIN = "<!-- parameters: written by RetrackerPageTest -->\n";
    private static final String END = "<!-- end of parameters -->\n";

    @Test
    void parametersOnThePageAreTheKeys() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        String expected = page.substring(0, begin) + parameters() + page.substring(page.indexOf(END));
        if ("write".equals(System.getProperty("fila.docs"))) {
            Files.writeString(PAGE, expected);
        }

        assertThat(PAGE).hasContent(expected);
    }

    private static String parameters() {
        return "\n" + table(RetrackerKeys.ALL, true) + "\nKeys of a forwarder. Each forwarder has a table `[["
                + RetrackerKeys.FORWARDERS + "]]`:\n\n" + table(RetrackerKeys.OF_A_FORWARDER, false) + "\n";
    }

    private static String table(List<Key<?>> keys, boolean withVariables) {
        StringBuilder table = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
        for (Key<?> key : keys) {
            String variable = withVariables ? "<br>`" + key.variable(RetrackerConfig.VARIABLE_PREFIX) + "`" : "";
            table.append("| `" + key.name() + "`" + variable + " | `" + key.shown() + "` | " + key.doc() + " Takes "
                    + key.expected() + ". |\n");
        }
        return table.toString();
    }
}
