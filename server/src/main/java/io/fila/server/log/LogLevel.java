package io.fila.server.log;

import org.slf4j.event.Level;

/** The lowest level that is logged. */
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
