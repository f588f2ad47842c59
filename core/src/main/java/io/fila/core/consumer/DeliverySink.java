package io.fila.core.consumer;

import io.fila.core.reply.Refusal;

/** The broker's end of a consumer's connection. Called on the broker thread after the commit; must not block. */
public interface DeliverySink {
    void deliver(Delivery delivery);

    /** Called once after the last delivery of a turn. */
    void flush();

    /** The queue is gone: no more deliveries will come. */
    void end(Refusal why);
}
