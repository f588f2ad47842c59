package io.fila.simulator.world;

import io.fila.simulator.chance.Chance;
import java.util.List;

/**
 * What goes wrong: the mean time between two faults of a kind, 0 for never.
 *
 * @param crashNanos the process dies
 * @param restartNanos the process is restarted as planned
 * @param clockNanos the clock jumps or changes its pace
 * @param rotNanos stored bytes are damaged
 * @param fullDiskNanos the disk runs low
 * @param deleteNanos a queue is deleted
 */
public record Faults(
        long crashNanos, long restartNanos, long clockNanos, long rotNanos, long fullDiskNanos, long deleteNanos) {

    static Faults draw(Chance chance, long lifeNanos) {
        return new Faults(
                often(chance, lifeNanos),
                often(chance, lifeNanos),
                often(chance, lifeNanos),
                often(chance, lifeNanos),
                often(chance, lifeNanos),
                often(chance, lifeNanos));
    }

    private static long often(Chance chance, long lifeNanos) {
        int times = chance.pick(List.of(0, 0, 2, 10, 40));
        return times == 0 ? 0 : lifeNanos / times;
    }
}
