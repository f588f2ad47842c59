package io.fila.retracker.swarm;

import java.util.BitSet;
import java.util.List;

/** Maps the forwarders' numbers from when swarms were written to today's: the configuration may have changed. */
final class ForwarderNumbers {
    private static final int GONE = -1;

    private final int[] now;

    /**
     * @param before their names in the order of their old numbers
     * @param names their names in the order of their new ones
     */
    ForwarderNumbers(List<String> before, List<String> names) {
        now = before.stream().mapToInt(names::indexOf).toArray();
    }

    /** The number of one that had this number; negative if it is no longer there. */
    int now(int before) {
        return before < 0 || before >= now.length ? GONE : now[before];
    }

    BitSet now(BitSet before) {
        BitSet known = new BitSet(0);
        before.stream().map(this::now).filter(number -> number != GONE).forEach(known::set);
        return known;
    }
}
