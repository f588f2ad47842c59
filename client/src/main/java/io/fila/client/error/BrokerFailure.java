package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker failed in an unexpected way; see its log. */
public final class BrokerFailure extends FilaException {
    private static final long serialVersionUID = 1;

    public BrokerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
