package io.fila.simulator.process;

import io.fila.core.consumer.Delivery;

/** A delivery and the connection it went out on. */
public record Handover(Connection connection, Delivery delivery) {
    @Override
    public String toString() {
        return "deliver " + delivery.queue() + " " + delivery.envelope().id().low() + " key="
                + delivery.envelope().fairnessKey() + " attempts=" + delivery.attempts()
                + (delivery.body() == null ? "" : " with body") + " to consumer "
                + connection.id().value();
    }
}
