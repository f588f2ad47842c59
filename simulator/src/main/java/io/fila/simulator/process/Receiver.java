package io.fila.simulator.process;

import io.fila.core.consumer.Delivery;

/** The client at the far end of a connection. */
public interface Receiver {
    void received(Delivery delivery);

    /** No more deliveries will come: the queue is gone or the process is. */
    void closed();
}
