package io.fila.client.error;

/** Too much is unconfirmed in this producer; the message was not sent. Wait for earlier ones, or for the broker. */
public final class ProducerFull extends FilaException {
    private static final long serialVersionUID = 1;

    public ProducerFull(String message) {
        super(message, null);
    }
}
