package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker cannot be reached or is stopping. Retry later. */
public final class Unavailable extends FilaException {
    private static final long serialVersionUID = 1;

    public Unavailable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
