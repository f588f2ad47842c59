package io.fila.client.error;

import org.jspecify.annotations.Nullable;

/** There is no such queue, or no such message in it. */
public final class MessageNotFound extends FilaException {
    private static final long serialVersionUID = 1;

    private final String queue;
    private final String messageId;

    public MessageNotFound(String queue, String messageId, String message, @Nullable Throwable cause) {
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
