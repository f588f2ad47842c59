package io.fila.benchmarks.contender;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program in its own process, with a directory that is deleted when it stops. */
public final class ChildProcess implements Closing {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double MILLIS_PER_SECOND = 1000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Process process;
    private final Path directory;
    private final Path log;

    /** Whatever happens to the benchmark, nothing that it started survives it. */
    private final Thread atExit;

    private ChildProcess(Process process, Path directory, Path log) {
        this.process = process;
        this.directory = directory;
        this.log = log;
        this.atExit = new Thread(() -> end(process));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        Process _ = process.destroyForcibly();
    }

    public static ChildProcess start(Path directory, List<String> command, Map<String, String> environment)
            throws IOException {
        Path log = directory.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new ChildProcess(builder.start(), directory, log);
    }

    /** Waits for a line of its output, and returns the first group of the pattern. */
    public String awaitLine(Pattern pattern) throws IOException {
        long begin = System.nanoTime();
        while (true) {
            String said = Files.readString(log);
            Matcher matcher = pattern.matcher(said);
            if (matcher.find()) {
                return matcher.group(1);
            }
            if (!process.isAlive() || System.nanoTime() - begin > PATIENCE.toNanos()) {
                close();
                throw new IOException("Expected the program to be ready within " + PATIENCE + " but it said:\n" + said);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Processor time that it and its child processes have used so far. */
    public double cpuSeconds() {
        return family().mapToLong(ChildProcess::cpuMillis).sum() / MILLIS_PER_SECOND;
    }

    private static long cpuMillis(ProcessHandle each) {
        return each.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }

    /** Resident memory of it and its child processes. */
    public Resident resident() {
        return Resident.of(family().map(ProcessHandle::pid).toList());
    }

    private Stream<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    /** Kills it; its directory stays. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            boolean _ = Runtime.getRuntime().removeShutdownHook(atExit);
            remove(directory);
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            throw new UncheckedIOException("Expected to remove " + directory + " but could not", failure);
        }
    }

    /** Deletes a directory and everything in it. */
    public static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
