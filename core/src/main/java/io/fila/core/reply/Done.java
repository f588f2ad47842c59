package io.fila.core.reply;

/** The answer to a command that succeeded and has no result. */
public enum Done {
    DONE
}
