package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker does not know this call; it is older than the client, or has the feature turned off. */
public final class NotSupported extends FilaException {
    private static final long serialVersionUID = 1;

    public NotSupported(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
