package io.fila.simulator.process;

import io.fila.core.consumer.Delivery;
import java.util.ArrayList;
import java.util.List;

/** What a turn delivers to consumers, in order. */
public final class Outbox {
    private final boolean isOfOneTurn;
    private final List<Handover> handovers = new ArrayList<>();
    private final List<Connection> flushed = new ArrayList<>();
    private final List<Connection> ended = new ArrayList<>();

    /** @param isOfOneTurn whether nothing may come after a flush */
    Outbox(boolean isOfOneTurn) {
        this.isOfOneTurn = isOfOneTurn;
    }

    void deliver(Connection to, Delivery delivery) {
        if (isOfOneTurn && flushed.contains(to)) {
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

    /** Takes out what a turn was seen to deliver. */
    void take(Observation seen) {
        for (Handover handover : seen.handovers()) {
            if (!handover.equals(handovers.isEmpty() ? null : handovers.removeFirst())) {
                throw new IllegalStateException("Expected to release what was decided but not " + handover);
            }
        }
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
