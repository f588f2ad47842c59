package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The call was given up on this side, because its thread was interrupted or the client closed. */
public final class CallCancelled extends FilaException {
    private static final long serialVersionUID = 1;

    public CallCancelled(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
