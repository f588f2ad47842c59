package io.fila.server;

import io.fila.server.config.ConfigSources.Flags;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parsed command line. */
sealed interface CommandLine {
    String USAGE = """
            Usage: fila server [--config FILE] [--listen HOST:PORT] [--data-dir DIR]

              --config FILE       the configuration; otherwise ./fila.toml, then /etc/fila/fila.toml
              --listen HOST:PORT  where to listen; default 127.0.0.1:5555
              --data-dir DIR      where messages are kept; default data
              --version           print the version
              --help              print this
            """;

    /** Run the broker. */
    record Serve(Flags flags) implements CommandLine {}

    /** Print something on standard output. */
    record Print(String text) implements CommandLine {}

    /** It was called wrongly. */
    record Misuse(String sentence) implements CommandLine {}

    static CommandLine parse(List<String> arguments, String version) {
        String config = null;
        String listen = null;
        String dataDir = null;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String flag = equals < 0 ? argument : argument.substring(0, equals);
            switch (flag) {
                case "--help", "-h" -> {
                    return new Print(USAGE);
                }
                case "--version", "-V" -> {
                    return new Print("fila " + version + System.lineSeparator());
                }
                case "--config", "--listen", "--data-dir" -> {
                    String value = equals < 0 ? next(arguments, ++i) : argument.substring(equals + 1);
                    if (value == null) {
                        return new Misuse("Expected a value after " + flag + " but found nothing.");
                    }
                    switch (flag) {
                        case "--config" -> config = value;
                        case "--listen" -> listen = value;
                        default -> dataDir = value;
                    }
                }
                default -> {
                    return new Misuse("Expected --config, --listen or --data-dir but found " + argument + ".");
                }
            }
        }
        return new Serve(new Flags(config, listen, dataDir));
    }

    private static @Nullable String next(List<String> arguments, int index) {
        return index < arguments.size() ? arguments.get(index) : null;
    }
}
