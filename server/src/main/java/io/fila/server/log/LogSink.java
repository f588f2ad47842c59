package io.fila.server.log;

import java.io.PrintStream;
import java.time.Clock;
import org.slf4j.event.Level;

/** Where all lines go: standard error, in the form and from the level on that was set last. Any thread. */
public final class LogSink {
    /** Clients that go away in the middle of a write are no news; the transport would tell of each with a stack trace. */
    private static final String TRANSPORT = "io.grpc.netty.shaded.";

    /** The engine of a cluster tells every step it takes; we tell what matters. Who looks for a cause wants its warnings. */
    private static final String ENGINE = "org.apache.ratis.";

    private static volatile LogFormat format = LogFormat.TEXT;
    private static volatile LogLevel threshold = LogLevel.INFO;
    private static volatile PrintStream out = System.err;

    private LogSink() {}

    /** Makes this the log of the process; to be called before anything logs. */
    public static void install() {
        System.setProperty("slf4j.provider", LogProvider.class.getName());
        // It would tell of that itself, in a form of its own.
        System.setProperty("slf4j.internal.verbosity", "WARN");
    }

    public static void set(LogFormat newFormat, LogLevel newThreshold) {
        format = newFormat;
        threshold = newThreshold;
    }

    static void redirect(PrintStream other) {
        out = other;
    }

    static boolean admits(String logger, Level level) {
        if (logger.startsWith(TRANSPORT)) {
            return level == Level.ERROR;
        }
        if (logger.startsWith(ENGINE)) {
            return level == Level.ERROR || (level == Level.WARN && threshold.admits(Level.DEBUG));
        }
        return threshold.admits(level);
    }

    static void write(LogLine line) {
        String text = format == LogFormat.JSON ? line.json() : line.text();
        // One call a line, so that lines of several threads do not run into each other.
        out.println(text);
    }

    static Clock clock() {
        return Clock.systemUTC();
    }
}
