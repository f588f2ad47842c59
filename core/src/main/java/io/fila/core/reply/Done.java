package io.fila.core.reply;

/** The answer to a command that has nothing to tell but that it was carried out. */
public enum Done {
    DONE
}
