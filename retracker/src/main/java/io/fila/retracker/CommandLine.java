package io.fila.retracker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The program's arguments. */
sealed interface CommandLine {
    String USAGE = """
            Usage: fila retracker [--config FILE]

              --config FILE  the configuration; without one, a tracker on port 6969 that forwards nothing
              --version      print the version
              --help         print this
            """;

    /** Run the retracker. */
    record Serve(Optional<Path> config) implements CommandLine {}

    /** Print something on standard output. */
    record Print(String text) implements CommandLine {}

    /** The arguments are wrong. */
    record Misuse(String sentence) implements CommandLine {}

    static CommandLine parse(List<String> arguments, String version) {
        if (arguments.isEmpty()) {
            return new Serve(Optional.empty());
        }
        String first = arguments.getFirst();
        return switch (first) {
            case "--help", "-h" -> new Print(USAGE);
            case "--version", "-V" -> new Print("fila " + version + System.lineSeparator());
            case "--config" ->
                arguments.size() == 2
                        ? new Serve(Optional.of(Path.of(arguments.get(1))))
                        : new Misuse("Expected one file after --config but found " + (arguments.size() - 1) + ".");
            default ->
                first.startsWith("--config=") && arguments.size() == 1
                        ? new Serve(Optional.of(Path.of(first.substring("--config=".length()))))
                        : new Misuse("Expected --config FILE but found " + String.join(" ", arguments) + ".");
        };
    }
}
