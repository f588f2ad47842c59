package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** No API key has this id. */
public final class ApiKeyNotFound extends FilaException {
    private static final long serialVersionUID = 1;

    private final String keyId;

    public ApiKeyNotFound(String keyId, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.keyId = keyId;
    }

    public String keyId() {
        return keyId;
    }
}
