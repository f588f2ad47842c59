package io.fila.simulator.process;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.record.Snapshot;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A turn that was decided and is on its way to the disk, with what could be seen of the broker then.
 *
 * @param position the turn may leave when everything up to here is durable
 */
record Decided(
        Turn turn,
        long position,
        Supplier<Snapshot> knowledge,
        List<Step> steps,
        long clockNanos,
        List<Sent> commands,
        List<PageLoad> pagesUnderWay,
        Map<ConsumerId, Integer> windows) {
    /** The turn with what left the broker at its release. */
    Observation released(Outbox outbox) {
        return new Observation(
                knowledge,
                turn,
                steps,
                clockNanos,
                commands,
                outbox.handovers(),
                outbox.flushed(),
                outbox.ended(),
                pagesUnderWay,
                windows);
    }
}
