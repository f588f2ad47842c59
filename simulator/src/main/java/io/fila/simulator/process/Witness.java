package io.fila.simulator.process;

import io.fila.core.broker.Broker;

/** Sees what the process does. */
public interface Witness {
    /** A turn became durable, whether or not the process lived to let it out. */
    void turned(Observation observation);

    /** The process came up with what the journal knew. */
    void started(Broker recovered, long clockNanos);
}
