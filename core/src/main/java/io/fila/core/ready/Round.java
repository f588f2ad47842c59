package io.fila.core.ready;

import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Suspension;
import io.fila.core.tape.Tape;
import io.fila.core.turn.Turn;
import org.jspecify.annotations.Nullable;

/** The round of one queue: flows join, leave and take turns, and the tape hears about it. */
final class Round {
    private final QueueId queue;
    private final DeficitRoundRobin order;

    Round(QueueId queue, DeficitRoundRobin order) {
        this.queue = queue;
        this.order = order;
    }

    /** The flow to serve now, or null if none can be. */
    @Nullable Flow next(Turn turn) {
        Tape tape = turn.tape();
        long before = order.round();
        Flow flow = order.next();
        if (tape != null && order.round() != before) {
            tape.roundBegan(queue, order.round(), order.roundQuantum());
        }
        return flow;
    }

    void activate(Flow flow, Turn turn) {
        boolean wasActive = flow.isActive();
        order.activate(flow);
        Tape tape = turn.tape();
        if (tape != null && !wasActive) {
            tape.activated(flow);
        }
    }

    /** One message of the flow goes; with the last one it has nothing to send any more. */
    void served(Flow flow, Turn turn) {
        order.served(flow);
        Tape tape = turn.tape();
        if (tape != null && !flow.isActive()) {
            tape.deactivated(flow);
        }
    }

    void suspend(Flow flow, Suspension why, Turn turn) {
        if (why == Suspension.READING) {
            order.awaitHeads(flow);
        } else {
            order.park(flow);
        }
        Tape tape = turn.tape();
        if (tape != null) {
            tape.suspended(flow, why);
        }
    }

    void resume(Flow flow, Turn turn) {
        boolean resumed = order.resume(flow);
        Tape tape = turn.tape();
        if (tape != null && resumed) {
            tape.resumed(flow);
        }
    }

    void deactivate(Flow flow, Turn turn) {
        boolean wasActive = flow.isActive();
        order.deactivate(flow);
        Tape tape = turn.tape();
        if (tape != null && wasActive) {
            tape.deactivated(flow);
        }
    }
}
