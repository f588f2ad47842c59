package io.fila.retracker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A retracker as a program of its own, which can be killed. */
final class RetrackerProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("is ready on HTTP port (\\d+)");

    private final Process process;
    private final int httpPort;

    private RetrackerProcess(Process process, int httpPort) {
        this.process = process;
        this.httpPort = httpPort;
    }

    /** The program with these arguments, begun. */
    static Process begin(String... arguments) throws IOException {
        return begin(Map.of(), arguments);
    }

    private static Process begin(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder program = new ProcessBuilder(command).redirectErrorStream(true);
        program.environment().putAll(environment);
        return program.start();
    }

    /** One that is ready, with these settings. */
    static RetrackerProcess start(Path config) throws IOException {
        Path folder = Objects.requireNonNull(config.getParent());
        Process process = begin(RetrackerFixture.keptIn(folder), "--config", config.toString());
        StringBuilder said = new StringBuilder();
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.append(line).append('\n');
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                // It may say more, and must not wait until somebody reads it.
                Thread.ofVirtual().start(() -> lines.lines().forEach(unread -> {}));
                return new RetrackerProcess(process, Integer.parseInt(ready.group(1)));
            }
        }
        process.destroyForcibly();
        throw new IOException("Expected a retracker that is ready but it ended and said: " + said);
    }

    int httpPort() {
        return httpPort;
    }

    /** Ends it as a crash does: it has no time for anything. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
