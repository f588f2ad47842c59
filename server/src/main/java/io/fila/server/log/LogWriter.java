package io.fila.server.log;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/** One logger, as SLF4J wants it. */
final class LogWriter extends LegacyAbstractLogger implements LoggingEventAware {
    private static final long serialVersionUID = 1;

    LogWriter(String name) {
        this.name = name;
    }

    @Override
    public void log(LoggingEvent event) {
        if (LogSink.admits(name, event.getLevel())) {
            List<KeyValuePair> about = event.getKeyValuePairs();
            write(
                    event.getLevel(),
                    event.getMessage(),
                    event.getArgumentArray(),
                    about == null ? List.of() : about,
                    event.getThrowable());
        }
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        write(level, pattern, arguments, List.of(), failure);
    }

    private void write(
            Level level,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            List<KeyValuePair> about,
            @Nullable Throwable failure) {
        String sentence = MessageFormatter.basicArrayFormat(pattern, arguments);
        LogSink.write(
                new LogLine(LogSink.clock().instant(), level, name, sentence == null ? "" : sentence, about, failure));
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return LogSink.admits(name, Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return LogSink.admits(name, Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return LogSink.admits(name, Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return LogSink.admits(name, Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return LogSink.admits(name, Level.ERROR);
    }
}
