package io.fila.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.server.settings.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page about the configuration says what the keys say. Run with {@code -Dfila.docs=write} to write it anew. */
final class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../docs/configuration.md");

    @Test
    void pageIsWhatTheKeysSay() throws IOException {
        String page = page();
        if ("write".equals(System.getProperty("fila.docs"))) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).hasContent(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Configuration

                The broker needs no configuration. To change a setting, use a file, the environment, or the command line; each
                overrides the one before.

                - **File**: the one named by `--config FILE`, otherwise `./fila.toml`, otherwise `/etc/fila/fila.toml`, in
                  [TOML](https://toml.io).
                - **Environment**: `FILA_<SECTION>__<KEY>`, as listed below; `FILA_DATA_DIR` is short for
                  `FILA_SERVER__DATA_DIR`.
                - **Command line**: `--listen HOST:PORT` and `--data-dir DIR`.

                The broker ignores an unknown key, and warns with its name and the nearest known one. If a value has the wrong
                type or is out of range, the broker does not start, and names the file and line, the key, and what it expected.
                It also does not start if it finds an unknown key about protection (such as `tls`, `auth`, `replicas` or `fsync`),
                or a misspelt `[tls]`, `[auth]`, `[audit]` or `[cluster]`. So it never runs with less protection than you meant.

                The section `[auth]`, even if empty, or the variable `FILA_BOOTSTRAP_APIKEY` turns authentication on. Without
                authentication the broker listens beyond loopback only with `auth.required = false`. The section `[tls]` turns
                TLS on.

                ```toml
                [server]
                listen_addr = "127.0.0.1:5555"
                data_dir = "/var/lib/fila"

                [storage]
                durability = "group"
                ```
                """);
        String section = "";
        for (Key<?> key : Keys.ALL) {
            if (!key.section().equals(section)) {
                section = key.section();
                page.append("\n## [").append(section).append("]\n\n| key | default | meaning |\n|---|---|---|\n");
            }
            String name = key.name().substring(section.length() + 1);
            page.append("| `" + name + "`<br>`" + key.variable("FILA_") + "` | `" + key.shown() + "` | " + key.doc()
                    + " Takes " + key.expected() + ". |\n");
        }
        return page.toString();
    }
}
