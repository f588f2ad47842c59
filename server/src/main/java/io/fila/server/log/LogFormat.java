package io.fila.server.log;

/** The format of log lines. */
public enum LogFormat {
    /** Time, level, logger, sentence, then {@code key=value} for each thing it is about. */
    TEXT,
    /** One JSON object a line, with the same in fields. */
    JSON
}
