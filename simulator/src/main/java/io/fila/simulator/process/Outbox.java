package io.fila.simulator.process;

import io.fila.core.consumer.Delivery;
import java.util.ArrayList;
import java.util.List;

/** What a turn delivers to consumers, in order. */
public final class Outbox {
    private final List<Handover> handovers = new ArrayList<>();
    private final List<Connection> flushed = new ArrayList<>();
    private final List<Connection> ended = new ArrayList<>();

    void deliver(Connection to, Delivery delivery) {
        if (flushed.contains(to)) {
            throw new IllegalStateException("Expected no delivery after the flush of a turn but got " + delivery);
        }
        handovers.add(new Handover(to, delivery));
    }

    void flush(Connection connection) {
        flushed.add(connection);
    }

    void end(Connection connection) {
        ended.add(connection);
    }

    void clear() {
        handovers.clear();
        flushed.clear();
        ended.clear();
    }

    List<Handover> handovers() {
        return List.copyOf(handovers);
    }

    List<Connection> flushed() {
        return List.copyOf(flushed);
    }

    List<Connection> ended() {
        return List.copyOf(ended);
    }
}
