package io.fila.simulator;

import java.util.ArrayList;
import java.util.List;

/** Lives a seed twice: the second time must be the first over again, although no law watches it. */
final class Simulation {
    private Simulation() {}

    static Verdict check(long seed) {
        Verdict first = Life.judged(seed, line -> {}).run();
        if (!first.passed()) {
            return first;
        }
        Verdict second = Life.unjudged(seed, line -> {}).run();
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
                        "Expected the same life from the same seed but two runs differ: " + difference(seed)),
                second.lastLines());
    }

    private static String difference(long seed) {
        List<String> one = new ArrayList<>();
        List<String> other = new ArrayList<>();
        Life.judged(seed, one::add).run();
        Life.unjudged(seed, other::add).run();
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            if (!one.get(i).equals(other.get(i))) {
                return "event " + i + " was \"" + one.get(i) + "\" and then \"" + other.get(i) + "\"";
            }
        }
        return one.size() + " and " + other.size() + " events";
    }
}
