package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The broker failed in a way that the contract has no name for; its log knows more. */
public final class BrokerFailure extends FilaException {
    private static final long serialVersionUID = 1;

    public BrokerFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
