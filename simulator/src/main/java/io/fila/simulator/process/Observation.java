package io.fila.simulator.process;

import io.fila.core.broker.Snapshot;
import io.fila.core.broker.Turn;
import java.util.List;

/**
 * One turn as it can be seen from outside the broker, after its commit.
 *
 * @param snapshot what the broker knew at the end
 * @param clockNanos what the clock said
 * @param decided the commands in order, with their answers
 * @param handovers the deliveries in order
 * @param flushed the connections that were flushed
 * @param ended the connections that were told that their queue is gone
 * @param pagesUnderWay pages asked for and not yet brought back, this turn's included
 */
public record Observation(
        Snapshot snapshot,
        Turn turn,
        long clockNanos,
        List<Sent> decided,
        List<Handover> handovers,
        List<Connection> flushed,
        List<Connection> ended,
        List<PageLoad> pagesUnderWay) {}
