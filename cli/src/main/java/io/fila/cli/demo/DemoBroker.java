package io.fila.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A broker in a process of its own, with a temporary directory for its data; both end with it. */
final class DemoBroker implements AutoCloseable {
    /** Where the launcher says it is. */
    private static final String LAUNCHER = "FILA_LAUNCHER";

    private static final Pattern READY = Pattern.compile("is ready on (\\S+:\\d+),.* page at (\\S+)");
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Process process;
    private final Path directory;
    private final String address;
    private final String page;

    private DemoBroker(Process process, Path directory, String address, String page) {
        this.process = process;
        this.directory = directory;
        this.address = address;
        this.page = page;
    }

    /** Starts it by the launcher that this program was started by. */
    static DemoBroker start(Map<String, String> environment) throws IOException {
        String launcher = environment.get(LAUNCHER);
        if (launcher == null) {
            throw new IOException("The demo is started by the launcher script: ./fila demo");
        }
        Path directory = Files.createTempDirectory("fila-demo");
        // A file of its own, so that none of this machine's is read.
        Path config = Files.createFile(directory.resolve("fila.toml"));
        ProcessBuilder command = new ProcessBuilder(List.of(
                        launcher,
                        "server",
                        "--config",
                        config.toString(),
                        "--listen",
                        "127.0.0.1:0",
                        "--data-dir",
                        directory.resolve("data").toString()))
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        command.environment().keySet().removeIf(name -> name.startsWith("FILA_") && !name.equals("FILA_JAVA_OPTS"));
        command.environment().put("FILA_SERVER__HTTP_ADDR", "127.0.0.1:0");
        command.environment().put("FILA_BUILD", "never");
        Process process = command.start();
        try {
            return awaitReady(process, directory);
        } catch (IOException failed) {
            process.destroyForcibly();
            delete(directory);
            throw failed;
        }
    }

    private static DemoBroker awaitReady(Process process, Path directory) throws IOException {
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            said.append('\n').append(line);
            Matcher ready = READY.matcher(line);
            if (ready.find()) {
                // It would wait if nobody read what else it logs.
                Thread.ofPlatform().daemon().name("fila-demo-log").start(() -> drain(log));
                return new DemoBroker(process, directory, ready.group(1), ready.group(2));
            }
        }
        throw new IOException("Expected a broker that starts but it said:" + said);
    }

    private static void drain(BufferedReader log) {
        try {
            while (log.readLine() != null) {
                // Scripts that fail on purpose are of no interest here.
            }
        } catch (IOException ended) {
            // With its process.
        }
    }

    String address() {
        return address;
    }

    Path directory() {
        return directory;
    }

    String page() {
        return page;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        delete(directory);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
