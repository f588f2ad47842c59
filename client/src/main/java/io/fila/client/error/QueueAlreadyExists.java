package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** A queue of this name exists already. */
public final class QueueAlreadyExists extends FilaException {
    private static final long serialVersionUID = 1;

    private final String queue;

    public QueueAlreadyExists(String queue, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.queue = queue;
    }

    public String queue() {
        return queue;
    }
}
