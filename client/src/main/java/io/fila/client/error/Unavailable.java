package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker can't be reached or is going away; the same request may work later. */
public final class Unavailable extends FilaException {
    private static final long serialVersionUID = 1;

    public Unavailable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
