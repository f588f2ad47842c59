package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The API key is valid but may not do this; the message names the missing permission. */
public final class PermissionDenied extends FilaException {
    private static final long serialVersionUID = 1;

    public PermissionDenied(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
