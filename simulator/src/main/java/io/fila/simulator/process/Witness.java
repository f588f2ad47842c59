package io.fila.simulator.process;

import io.fila.core.broker.Broker;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import org.jspecify.annotations.Nullable;

/** Sees what the process does. */
public interface Witness {
    /** A turn became durable, whether or not the process lived to release it. */
    void turned(Observation observation);

    /** Something left the process although its turn is not durable. */
    void leaked(String what);

    /** What nobody should have known how to commit was committed. */
    void strayed(String what);

    /** An answer is on its way to its client. */
    void heard(Sent sent);

    /** A stored body was read for a delivery; null if there was none any more. */
    void bodyRead(Delivery delivery, @Nullable Body body);

    /** The process came up with what the journal knew. */
    void started(Broker recovered, long clockNanos);
}
