package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** No queue has this name. */
public final class QueueNotFound extends FilaException {
    private static final long serialVersionUID = 1;

    private final String queue;

    public QueueNotFound(String queue, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.queue = queue;
    }

    public String queue() {
        return queue;
    }
}
