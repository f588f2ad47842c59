package io.fila.e2e.fault;

import java.util.List;
import java.util.stream.Stream;

/** What can happen to the machines of a cluster. */
public enum Fault {
    LEADER_DIES,
    ONE_DIES,
    TWO_DIE,
    ALL_DIE,
    ONE_STANDS_STILL,
    ONE_IS_RESTARTED,
    LEAD_IS_HANDED_OVER,
    ONE_IS_CUT_OFF,
    ONE_WAY_IS_CUT,
    ONE_IS_CUT_OFF_AGAIN_AND_AGAIN,
    ONE_IS_SLOW,
    ONE_LOSES_ITS_DISK,
    ONE_LOSES_POWER,
    ALL_LOSE_POWER,
    ONE_DISK_IS_FULL,
    ONE_BIT_FLIPS,
    ONE_CLOCK_IS_WRONG,
    ONE_IS_REMOVED,
    ONE_DEAD_IS_REMOVED,
    LEADER_DIES_WHILE_ONE_IS_SLOW,
    ONE_DIES_WHILE_ONE_JOINS;

    /** Those with these names, with commas between them; all if there are none. */
    public static List<Fault> named(String names) {
        return names.isEmpty()
                ? List.of(values())
                : Stream.of(names.split(",", -1)).map(Fault::valueOf).toList();
    }
}
