package io.fila.client;

/** The work to do for each message. */
@FunctionalInterface
public interface Handler {
    /**
     * Does the work. Returning acks the delivery and throwing nacks it with the exception's text, unless the handler did
     * either itself; {@link RetryAfter} says when to try again.
     */
    void handle(Delivery delivery) throws Exception;
}
