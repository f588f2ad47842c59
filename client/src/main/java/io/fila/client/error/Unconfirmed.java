package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The message was sent, but the connection broke or the time ran out before the answer: it may or may not be stored. */
public final class Unconfirmed extends FilaException {
    private static final long serialVersionUID = 1;

    public Unconfirmed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
