package io.fila.cli;

import io.fila.cli.session.ScreenSize;
import io.fila.cli.session.Terminal;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The terminal of this process. Text is UTF-8 whatever the locale, as JSON must be. */
final class ProcessTerminal implements Terminal {
    /** How long an interrupted command has to come to its end. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})");

    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    private final PrintStream err =
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int exitCode;

    @Override
    public InputStream in() {
        return System.in;
    }

    @Override
    public PrintStream out() {
        return out;
    }

    @Override
    public PrintStream err() {
        return err;
    }

    @Override
    public Map<String, String> environment() {
        return System.getenv();
    }

    @Override
    public boolean isInteractive() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }

    /** Only a call of the operating system tells, for which there is a program everywhere. */
    @Override
    public ScreenSize size() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher size = ROWS_AND_COLUMNS.matcher(said.strip());
            return size.matches()
                    ? new ScreenSize(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1)))
                    : ScreenSize.USUAL;
        } catch (IOException none) {
            return ScreenSize.USUAL;
        }
    }

    @Override
    public void onInterrupt(Runnable stop) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> haltAfter(stop), "fila-interrupt"));
    }

    /** Tells that the command has come to its end. */
    int ended(int code) {
        exitCode = code;
        ended.countDown();
        return code;
    }

    /** A JVM that is interrupted exits with 130; a command that was told to stop and did has exited well. */
    private void haltAfter(Runnable stop) {
        stop.run();
        try {
            if (ended.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                out.flush();
                Runtime.getRuntime().halt(exitCode);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
