package io.fila.client;

/** The work to do for each message. */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work. Returning acks the delivery, and throwing nacks it with the exception's text, unless the handler did either
     * itself. Throw {@link RetryAfter} to set the time of the retry.
     */
    void handle(Delivery delivery) throws Exception;
}
