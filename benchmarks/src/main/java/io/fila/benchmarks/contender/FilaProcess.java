package io.fila.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The broker in a process of its own, started by the launcher as a user would. */
public final class FilaProcess implements Closing {
    private static final Pattern READY = Pattern.compile("ready on ([^ ,]+:[0-9]+)");

    private static final String LAUNCHER_VARIABLE = "FILA_LAUNCHER";
    private static final String ANY_PORT = "127.0.0.1:0";

    private final Path launcher;
    private final Path directory;
    private final String durability;
    private final ChildProcess process;
    private final String address;

    private FilaProcess(Path launcher, Path directory, String durability, String listen) throws IOException {
        this.launcher = launcher;
        this.directory = directory;
        this.durability = durability;
        process = ChildProcess.start(
                directory,
                List.of(
                        launcher.toString(),
                        "server",
                        "--listen",
                        listen,
                        "--data-dir",
                        directory.resolve("data").toString()),
                // What runs is what was built: the benchmark was started from there.
                Map.of("FILA_BUILD", "never", "FILA_STORAGE__DURABILITY", durability));
        address = process.awaitLine(READY);
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
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "fila-bench-");
        return new FilaProcess(launcher, directory, durability, ANY_PORT);
    }

    /** Kills the broker where it stands, as {@code kill -9} does; its data stay. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** Starts a broker with the data and at the address of this one, which was killed. */
    public FilaProcess restart() throws IOException {
        return new FilaProcess(launcher, directory, durability, address);
    }

    public String address() {
        return address;
    }

    public double cpuSeconds() {
        return process.cpuSeconds();
    }

    @Override
    public void close() {
        process.close();
    }
}
