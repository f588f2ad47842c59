package io.fila.server.log;

import org.slf4j.event.Level;

/** What is logged at least. */
public enum LogLevel {
    ERROR(Level.ERROR),
    WARN(Level.WARN),
    INFO(Level.INFO),
    DEBUG(Level.DEBUG);

    private final Level level;

    LogLevel(Level level) {
        this.level = level;
    }

    boolean admits(Level other) {
        return other.toInt() >= level.toInt();
    }
}
