package io.fila.simulator.cluster;

import io.fila.simulator.chance.Chance;
import java.util.List;

/**
 * How slow and how unreliable a simulated log is: each delay is drawn anew, from nothing up to these.
 *
 * @param wireNanos one way between two nodes
 * @param entersNanos from a proposal to the leader's log
 * @param appliesNanos from knowing that an entry is committed to applying it
 * @param wakeUpNanos from a fate to who waits for it
 * @param noticeNanos until a broker hears that its node leads, or leads no more
 * @param lossPercent of messages between nodes that are lost
 * @param lostPercent of proposals that are lost on their way into the log, and of those that nobody hears of
 * @param partBytes of a turn in one entry; the number of a turn has eight
 */
public record LogPace(
        long wireNanos,
        long entersNanos,
        long appliesNanos,
        long wakeUpNanos,
        long noticeNanos,
        int lossPercent,
        int lostPercent,
        int partBytes) {
    private static final long MILLI = 1_000_000L;

    public static LogPace draw(Chance chance) {
        return new LogPace(
                chance.pick(List.of(1L, 5L, 40L)) * MILLI,
                chance.pick(List.of(0L, 1L, 5L)) * MILLI,
                chance.pick(List.of(0L, 1L, 20L)) * MILLI,
                chance.pick(List.of(0L, 1L, 10L)) * MILLI,
                chance.pick(List.of(0L, 2L, 100L)) * MILLI,
                chance.pick(List.of(0, 0, 2, 20)),
                chance.pick(List.of(0, 0, 1)),
                chance.pick(List.of(8, 8, 3)));
    }

    /** The same when nothing goes wrong any more. */
    LogPace sound() {
        return new LogPace(MILLI, MILLI, MILLI, MILLI, MILLI, 0, 0, partBytes);
    }
}
