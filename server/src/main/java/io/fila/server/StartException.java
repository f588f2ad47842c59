package io.fila.server;

import org.jspecify.annotations.Nullable;

/** The broker cannot start; the message says why and what to do. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
