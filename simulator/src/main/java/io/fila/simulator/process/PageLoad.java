package io.fila.simulator.process;

import io.fila.core.journal.Errand;
import io.fila.core.queue.QueueId;
import org.jspecify.annotations.Nullable;

/**
 * A page that the broker sent for and that has not come back yet.
 *
 * @param agenda a page of the queue's agenda, not of a lane
 */
public record PageLoad(QueueId queue, long ticket, boolean agenda) {
    /** The page that the errand sends for, if it does. */
    static @Nullable PageLoad of(Errand errand) {
        return switch (errand) {
            case Errand.LoadPage load -> new PageLoad(load.queue(), load.ticket(), false);
            case Errand.LoadAgenda load -> new PageLoad(load.queue(), load.ticket(), true);
            default -> null;
        };
    }
}
