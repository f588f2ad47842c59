package io.fila.core.broker.queue;

import io.fila.core.turn.Turn;
import java.util.ArrayDeque;

/**
 * The queues that may have something to deliver, taking turns. A queue is added only when something happens to it, so an idle
 * queue costs nothing.
 */
public final class Dispatcher {
    /** Deliveries a queue makes before the next one has its turn. */
    private static final int SLICE = 256;

    private final ArrayDeque<Queue> stirred = new ArrayDeque<>();
    private final int deliveriesPerTurn;

    Dispatcher(int deliveriesPerTurn) {
        this.deliveriesPerTurn = deliveriesPerTurn;
    }

    /** Notes that the queue may now be able to deliver. */
    void stir(Queue queue) {
        if (queue.stir()) {
            stirred.add(queue);
        }
    }

    /** A deleted queue never has its turn again: it stays marked as one that is in line. */
    void forget(Queue queue) {
        queue.stir();
        stirred.remove(queue);
    }

    public void dispatch(Turn turn) {
        int budget = deliveriesPerTurn;
        while (budget > 0 && !stirred.isEmpty()) {
            Queue queue = stirred.remove();
            int slice = Math.min(budget, SLICE);
            int delivered = queue.dispatch().dispatch(slice, turn);
            budget -= delivered;
            queue.calm();
            if (delivered == slice) {
                stir(queue);
            }
        }
        turn.workLeft(!stirred.isEmpty());
    }
}
