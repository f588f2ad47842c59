package io.fila.e2e.program;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The packaged command line, called as a person would call it. */
public final class Cli {
    private static final List<String> JVM_FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");

    private final Path directory;
    private final Map<String, String> environment;

    private Cli(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /** A command line that finds the broker through FILA_ADDR. */
    public static Cli of(Path directory, String address) {
        return new Cli(directory, Map.of("FILA_ADDR", address));
    }

    /** The same with one more variable in its environment. */
    public Cli with(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(variable, value);
        return new Cli(directory, more);
    }

    public Finished run(String... arguments) throws InterruptedException {
        return fed("", arguments);
    }

    /** Runs a command with something on standard input. */
    public Finished fed(String input, String... arguments) throws InterruptedException {
        try (Program program = launch(arguments)) {
            return program.feed(input.getBytes(StandardCharsets.UTF_8)).finish();
        }
    }

    /** Starts a command and returns at once. */
    public Program launch(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(Checkout.java().toString()));
        command.addAll(JVM_FLAGS);
        command.addAll(AotCache.ofCommandLine(JVM_FLAGS));
        command.addAll(List.of("-jar", Checkout.cliJar().toString()));
        command.addAll(List.of(arguments));
        return Program.start(directory, environment, command);
    }
}
