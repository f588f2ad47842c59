package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The request is fine but the broker's state does not allow it, for example a redrive to a deleted queue. */
public final class PreconditionFailed extends FilaException {
    private static final long serialVersionUID = 1;

    public PreconditionFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
