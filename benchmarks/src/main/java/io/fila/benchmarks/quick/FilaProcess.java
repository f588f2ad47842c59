package io.fila.benchmarks.quick;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The broker in a process of its own, started by the launcher as a user would. */
final class FilaProcess implements Closing {
    private static final Pattern READY = Pattern.compile("ready on ([^ ,]+:[0-9]+)");

    private final ChildProcess process;
    private final String address;

    private FilaProcess(ChildProcess process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a broker with an empty directory; its address is free to choose. */
    static FilaProcess start(Path launcher, Path parent, String durability) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(parent), "fila-bench-");
        ChildProcess process = ChildProcess.start(
                directory,
                List.of(
                        launcher.toString(),
                        "server",
                        "--listen",
                        "127.0.0.1:0",
                        "--data-dir",
                        directory.resolve("data").toString()),
                // What runs is what was built: the benchmark was started from there.
                Map.of("FILA_BUILD", "never", "FILA_STORAGE__DURABILITY", durability));
        return new FilaProcess(process, process.awaitLine(READY));
    }

    String address() {
        return address;
    }

    double cpuSeconds() {
        return process.cpuSeconds();
    }

    @Override
    public void close() {
        process.close();
    }
}
