package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker requires an API key, and the key sent, if any, is unknown, expired or revoked. */
public final class Unauthenticated extends FilaException {
    private static final long serialVersionUID = 1;

    public Unauthenticated(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
