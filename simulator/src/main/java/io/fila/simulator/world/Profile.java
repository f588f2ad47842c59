package io.fila.simulator.world;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Delays;
import java.util.List;

/**
 * What kind of life a seed leads.
 *
 * @param inboxCapacity commands that may wait before clients are turned away
 * @param lifeNanos how long clients and faults go on
 * @param auditEveryTurns how often the journal is read back in whole
 */
public record Profile(
        BrokerSettings settings,
        Delays delays,
        int inboxCapacity,
        Workload workload,
        Faults faults,
        long lifeNanos,
        int auditEveryTurns) {
    private static final long MILLI = 1_000_000L;
    private static final int PAUSES_A_LIFE = 150;

    public static Profile draw(Chance chance) {
        Workload workload = Workload.draw(chance);
        long lifeNanos = workload.pauseNanos() * PAUSES_A_LIFE;
        int quantum = chance.pick(List.of(1, 1, 2, 3, 10, BrokerSettings.DEFAULT_QUANTUM));
        int allowance = chance.pick(List.of(0, 1, BrokerSettings.DEFAULT_SPARSE_ALLOWANCE));
        int window = chance.pick(List.of(1, 3, BrokerSettings.DEFAULT_CONSUMER_WINDOW, 10_000));
        Limits limits = chance.oneIn(5) ? Limits.defaults() : tight(chance);
        return new Profile(
                new BrokerSettings(quantum, allowance, window, limits),
                delays(chance),
                chance.pick(List.of(4, 50, 10_000)),
                workload,
                Faults.draw(chance, lifeNanos),
                lifeNanos,
                chance.pick(List.of(4, 16, 64)));
    }

    /** Limits so small that all of them are met. */
    private static Limits tight(Chance chance) {
        return Limits.defaults()
                .but()
                .queues(chance.between(2, 12))
                .flows(chance.pick(List.of(2, 6, 20, 1000)))
                .inFlightPerQueue(chance.pick(List.of(1, 3, 10, 100)))
                .inFlightPerConsumer(chance.pick(List.of(1, 3, 10, 10_000)))
                .windowPerLane(chance.pick(List.of(2, 3, 8, 32)))
                .headsInMemory(chance.pick(List.of(1, 40, 200, 2000)))
                .bodyBytesInMemory(chance.pick(List.of(0L, 10L, 100L, 1000L, 100_000L)))
                .commandsPerTurn(chance.pick(List.of(1, 2, 5, 50)))
                .deliveriesPerTurn(chance.pick(List.of(1, 3, 10, 100)))
                .timersPerTurn(chance.pick(List.of(1, 2, 10, 100)))
                .pagesInFlight(chance.pick(List.of(1, 2, 4)))
                .limits();
    }

    private static Delays delays(Chance chance) {
        return new Delays(
                chance.pick(List.of(0L, 1L, 40L)) * MILLI,
                chance.pick(List.of(0L, 1L, 10L)) * MILLI,
                chance.pick(List.of(0L, 2L, 100L)) * MILLI,
                chance.pick(List.of(0L, 5L, 300L)) * MILLI,
                chance.pick(List.of(0L, 2L, 50L, 4000L)) * MILLI);
    }
}
