package io.fila.simulator;

import java.util.ArrayList;
import java.util.List;

/** Lives a seed twice: the second time must be the first over again, although no law watches it. */
final class Simulation {
    private Simulation() {}

    /** Every so many seeds are lived by a cluster. */
    private static final int CLUSTER_ONE_IN = 4;

    private static final int NODES = 3;

    /** On how many machines the broker of this seed runs. */
    static int nodes(long seed) {
        return seed % CLUSTER_ONE_IN == 0 ? NODES : 1;
    }

    static Verdict check(long seed) {
        return check(seed, nodes(seed));
    }

    static Verdict check(long seed, int nodes) {
        Verdict first = Life.judged(seed, nodes, line -> {}).run();
        if (!first.passed()) {
            return first;
        }
        Verdict second = Life.unjudged(seed, nodes, line -> {}).run();
        if (first.hash() == second.hash() && first.events() == second.events()) {
            return first;
        }
        return new Verdict(
                seed,
                second.turns(),
                second.events(),
                second.simulatedNanos(),
                second.hash(),
                new IllegalStateException(
                        "Expected the same life from the same seed but two runs differ: " + difference(seed, nodes)),
                second.lastLines());
    }

    private static String difference(long seed, int nodes) {
        List<String> one = new ArrayList<>();
        List<String> other = new ArrayList<>();
        Life.judged(seed, nodes, one::add).run();
        Life.unjudged(seed, nodes, other::add).run();
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            if (!one.get(i).equals(other.get(i))) {
                return "event " + i + " was \"" + one.get(i) + "\" and then \"" + other.get(i) + "\"";
            }
        }
        return one.size() + " and " + other.size() + " events";
    }
}
