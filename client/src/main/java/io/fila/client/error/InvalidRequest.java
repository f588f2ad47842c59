package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The request breaks a rule of the contract. Do not retry it unchanged. */
public final class InvalidRequest extends FilaException {
    private static final long serialVersionUID = 1;

    public InvalidRequest(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
