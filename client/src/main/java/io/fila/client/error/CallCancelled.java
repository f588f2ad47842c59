package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The call was cancelled by this program: its thread was interrupted, or the client was closed. */
public final class CallCancelled extends FilaException {
    private static final long serialVersionUID = 1;

    public CallCancelled(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
