package io.fila.e2e.program;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A started process with what it printed; it never outlives the test that closes it. */
public final class Program implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final Output out;
    private final Output err;

    private Program(Process process) {
        this.process = process;
        this.out = Output.of(process.getInputStream());
        this.err = Output.of(process.getErrorStream());
    }

    /** Starts a command with nothing of Fila in its environment but what is given. */
    public static Program start(Path directory, Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("FILA_") || name.startsWith("JAVA_TOOL"));
        builder.environment().putAll(environment);
        try {
            return new Program(builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Process process() {
        return process;
    }

    Output out() {
        return out;
    }

    Output err() {
        return err;
    }

    /** Gives the program all of its standard input. */
    Program feed(byte[] input) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException ignored) {
            // The program may end without reading its input; then its exit code and words tell.
            return this;
        }
        return this;
    }

    /** Waits until it has printed this. */
    public void awaitPrinted(String wanted) throws InterruptedException {
        if (!out.await(text -> text.contains(wanted), PATIENCE.toMillis())) {
            throw new AssertionError("Expected \"" + wanted + "\" but the program said:\n" + err.text() + out.text());
        }
    }

    /** What everybody on the machine can see of it, such as {@code rss} or {@code args}. */
    public String seen(String column) throws InterruptedException {
        String pid = Long.toString(process.pid());
        return start(Path.of("."), Map.of(), List.of("ps", "-ww", "-o", column + "=", "-p", pid))
                .finish()
                .printed()
                .strip();
    }

    public Finished finish() throws InterruptedException {
        return finish(PATIENCE);
    }

    public Finished finish(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("Expected the program to end within " + patience + " but it did not; it said:\n"
                    + err.text() + out.text());
        }
        out.awaitEnd(PATIENCE.toMillis());
        err.awaitEnd(PATIENCE.toMillis());
        return new Finished(process.exitValue(), out.text(), err.text());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
