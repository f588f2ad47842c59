package io.fila.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The broker in its own process, started by the launcher as a user would start it. */
public final class FilaProcess implements Closing {
    private static final Pattern READY = Pattern.compile("ready on ([^ ,]+:[0-9]+)");

    private static final String LAUNCHER_VARIABLE = "FILA_LAUNCHER";
    private static final String ANY_PORT = "127.0.0.1:0";

    private final List<String> command;
    private final Path directory;
    private final Map<String, String> environment;
    private ChildProcess process;
    private String address;

    private FilaProcess(Path launcher, Path directory, String durability, Map<String, String> settings)
            throws IOException {
        this.directory = directory;
        command = List.of(
                launcher.toString(),
                "server",
                "--data-dir",
                directory.resolve("data").toString(),
                "--listen");
        // Runs what was built: the benchmark was started from there.
        environment = new TreeMap<>(settings);
        environment.putAll(Map.of("FILA_BUILD", "never", "FILA_STORAGE__DURABILITY", durability));
        // With the defaults of a broker, but on a free port.
        environment.putIfAbsent("FILA_SERVER__HTTP_ADDR", ANY_PORT);
        process = start(ANY_PORT);
        address = process.awaitLine(READY);
    }

    private ChildProcess start(String listen) throws IOException {
        List<String> words = new ArrayList<>(command);
        words.add(listen);
        return ChildProcess.start(directory, words, environment);
    }

    /** The launcher that started this benchmark, and so starts the brokers that belong to it. */
    public static Path launcher() {
        String launcher = System.getenv(LAUNCHER_VARIABLE);
        if (launcher == null) {
            throw new IllegalStateException("Expected to be started as `./fila bench …`, so that " + LAUNCHER_VARIABLE
                    + " says where the launcher is");
        }
        return Path.of(launcher);
    }

    /** Starts a broker with an empty directory; its address is free to choose. */
    public static FilaProcess start(Path launcher, Path parent, String durability) throws IOException {
        return start(launcher, parent, durability, Map.of());
    }

    /** The same with settings from the environment. */
    public static FilaProcess start(Path launcher, Path parent, String durability, Map<String, String> settings)
            throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "fila-bench-");
        return new FilaProcess(launcher, directory, durability, settings);
    }

    /** Kills the broker as {@code kill -9} does; its data stay. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** Deletes what it had on its disk. To be called while it is dead. */
    public void loseDisk() throws IOException {
        ChildProcess.remove(directory.resolve("data"));
    }

    /** Starts the broker that was killed, with its data and at its address, and returns when it is ready. */
    public void restart() throws IOException {
        process = start(address);
        address = process.awaitLine(READY);
    }

    public String address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    public Resident resident() {
        return process.resident();
    }

    public double cpuSeconds() {
        return process.cpuSeconds();
    }

    @Override
    public void close() {
        process.close();
    }
}
