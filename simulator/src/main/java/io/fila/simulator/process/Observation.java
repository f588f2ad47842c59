package io.fila.simulator.process;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.Snapshot;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One turn as it can be seen from outside the broker, after its commit.
 *
 * @param knowledge what the broker knew at the end; to be asked before it goes on
 * @param steps what happened to messages, in order
 * @param clockNanos what the clock said
 * @param decided the commands in order, with their answers
 * @param handovers the deliveries in order
 * @param flushed the connections that were flushed
 * @param ended the connections that were told that their queue is gone
 * @param pagesUnderWay pages asked for and not yet brought back, this turn's included
 * @param windows how many messages each consumer may hold, which deliveries do not change
 */
public record Observation(
        Supplier<Snapshot> knowledge,
        Turn turn,
        List<Step> steps,
        long clockNanos,
        List<Sent> decided,
        List<Handover> handovers,
        List<Connection> flushed,
        List<Connection> ended,
        List<PageLoad> pagesUnderWay,
        Map<ConsumerId, Integer> windows) {

    public Snapshot snapshot() {
        return knowledge.get();
    }

    /** Whether the first messages of a queue's lanes may be only on disk: pages are being read, or wait to be. */
    public boolean awaitsDisk(QueueId queue, int mostPages) {
        return pagesUnderWay.size() >= mostPages
                || pagesUnderWay.stream()
                        .anyMatch(page -> !page.scheduled() && page.queue().equals(queue));
    }
}
