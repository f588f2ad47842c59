package io.fila.simulator.process;

import io.fila.core.journal.Effect;
import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/**
 * A page that the broker sent for and that has not come back yet.
 *
 * @param scheduled a page of the queue's schedule, not of a lane
 */
public record PageLoad(QueueId queue, long ticket, boolean scheduled) {
    /** The page that the effect sends for, if it does. */
    static @Nullable PageLoad of(Effect effect) {
        return switch (effect) {
            case Effect.LoadPage load -> new PageLoad(load.queue(), load.ticket(), false);
            case Effect.LoadSchedule load -> new PageLoad(load.queue(), load.ticket(), true);
            default -> null;
        };
    }
}
