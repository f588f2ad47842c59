package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** The message is not leased: it was acked already, its lease expired, or it was never delivered. */
public final class LeaseLost extends FilaException {
    private static final long serialVersionUID = 1;

    private final String queue;
    private final String messageId;

    public LeaseLost(String queue, String messageId, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.queue = queue;
        this.messageId = messageId;
    }

    public String queue() {
        return queue;
    }

    public String messageId() {
        return messageId;
    }
}
