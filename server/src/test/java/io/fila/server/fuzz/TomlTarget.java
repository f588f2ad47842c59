package io.fila.server.fuzz;

import io.fila.server.config.ConfigSources;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.settings.ConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A configuration file, from its bytes to the settings; it is taken, or refused with a sentence. */
final class TomlTarget implements Target {
    private final Path file;

    /** Writes the inputs to a file of this name. */
    TomlTarget(Path file) {
        this.file = file;
    }

    @Override
    public List<byte[]> corpus() {
        return List.of(bytes("""
                # a comment
                server.listen_addr = "127.0.0.1:5555"
                [scheduler]
                quantum = 1_000
                "quoted key" = 'literal'
                [limits]
                payload_bytes = 0xFF
                list = [1, 2.5, [true, "x"], { a = 1, b.c = "\\u00e9" }]
                [auth]
                bootstrap_apikey = \"""
                several
                lines\"""
                when = 1979-05-27T07:32:00Z
                """), bytes("""
                [[cluster.peers]]
                name = "one"
                [[cluster.peers]]
                name = '''two'''
                [tls]
                cert_file = "a.pem"
                key_file = "a.key"
                """), bytes("[a]\nb = [[[[[[[[]]]]]]]]\nc = nan\nd = -inf\ne = 1e400\n"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean read(byte[] input) throws Exception {
        Files.write(file, input);
        try {
            var _ = ConfigSources.read(new Flags(file.toString(), null, null), Map.of(), file.resolveSibling("here"));
            return true;
        } catch (ConfigException refused) {
            if (refused.getMessage() == null || refused.getMessage().isEmpty()) {
                throw new AssertionError("Expected a sentence but there is none.", refused);
            }
            return false;
        }
    }
}
