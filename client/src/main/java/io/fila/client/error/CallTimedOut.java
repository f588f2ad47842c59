package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** No answer came in time; whether the broker carried out the request is unknown. */
public final class CallTimedOut extends FilaException {
    private static final long serialVersionUID = 1;

    public CallTimedOut(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
