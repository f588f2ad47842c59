package io.fila.simulator.process;

import io.fila.core.consumer.Delivery;
import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import org.jspecify.annotations.Nullable;

/** The broker's end of connections. */
interface Edge {
    void send(long latencyNanos, Sent sent);

    Outbox outbox();

    @Nullable Body readBody(Delivery delivery) throws DamagedException;

    void forget(Connection connection);
}
