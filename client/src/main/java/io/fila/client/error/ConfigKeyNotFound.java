package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The runtime configuration key is not set. */
public final class ConfigKeyNotFound extends FilaException {
    private static final long serialVersionUID = 1;

    private final String key;

    public ConfigKeyNotFound(String key, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    public String key() {
        return key;
    }
}
