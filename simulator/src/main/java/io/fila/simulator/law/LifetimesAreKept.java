package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import io.fila.simulator.process.Observation;
import org.jspecify.annotations.Nullable;

/**
 * A message whose time is over is not delivered. It goes when it is first in its lane and in memory, whether there is a
 * consumer or not: what is known to be in memory is looked at.
 */
final class LifetimesAreKept extends Law {
    private final Model model;

    LifetimesAreKept(Model model) {
        super("A message is dropped when its time to live is over, not before, and never delivered after.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        require(message == null || !isOver(message), () -> "nothing after " + expiry(message), () -> handover);
    }

    @Override
    protected void moves(Step.Moved move, @Nullable KnownMessage message, @Nullable Command by) {
        require(
                move.cause() != Cause.EXPIRED || message == null || isOver(message),
                () -> "to stay until " + expiry(message),
                () -> message);
    }

    @Override
    protected void turnEnds(Observation seen) {
        if (seen.turn().workLeft()) {
            return;
        }
        for (KnownQueue queue : model.queues()) {
            if (seen.awaitsDisk(queue.id(), model.limits().pagesInFlight())) {
                continue;
            }
            for (KnownFlow flow : queue.flows()) {
                if (flow.hasHeadsInMemory()) {
                    flow.heads().forEach(head -> requireInTime(head, seen));
                }
            }
        }
    }

    private void requireInTime(KnownMessage head, Observation seen) {
        if (head.envelope().expires()) {
            require(!isOver(head), () -> "no message whose time was over at " + expiry(head), () -> head);
            require(
                    seen.turn().wakeAtNanos() <= head.envelope().expiresAtNanos(),
                    () -> "to wake at " + expiry(head) + " for " + head,
                    () -> seen.turn().wakeAtNanos());
        }
    }

    private boolean isOver(KnownMessage message) {
        return message.envelope().isExpired(model.nowNanos());
    }

    private static long expiry(@Nullable KnownMessage message) {
        return message == null ? 0 : message.envelope().expiresAtNanos();
    }
}
