package io.fila.cli;

import io.fila.cli.session.ScreenSize;
import io.fila.cli.session.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A terminal whose user is a test. */
final class FakeTerminal implements Terminal {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
    private final PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
    private final Map<String, String> environment = new HashMap<>();
    private InputStream in = InputStream.nullInputStream();
    private volatile ScreenSize size = ScreenSize.USUAL;
    private volatile @Nullable Runnable stop;

    FakeTerminal type(byte[] bytes) {
        in = new ByteArrayInputStream(bytes);
        return this;
    }

    FakeTerminal export(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Whether there is a command at work that would notice Ctrl-C. */
    boolean canInterrupt() {
        return stop != null;
    }

    void interrupt() {
        Runnable running = stop;
        if (running == null) {
            throw new IllegalStateException("Expected a command that can be interrupted but found none");
        }
        running.run();
    }

    String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public PrintStream out() {
        return outStream;
    }

    @Override
    public PrintStream err() {
        return errStream;
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public boolean isInteractive() {
        return true;
    }

    FakeTerminal resize(int columns, int rows) {
        size = new ScreenSize(columns, rows);
        return this;
    }

    @Override
    public ScreenSize size() {
        return size;
    }

    @Override
    public void onInterrupt(Runnable action) {
        stop = action;
    }
}
