package io.fila.simulator;

import java.util.ArrayList;
import java.util.List;

/** Lives a seed twice: the second time must be the first over again. */
final class Simulation {
    private Simulation() {}

    static Verdict check(long seed) {
        Verdict first = new Life(seed, line -> {}).run();
        if (!first.passed()) {
            return first;
        }
        Verdict second = new Life(seed, line -> {}).run();
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
        List<String> one = lines(seed);
        List<String> other = lines(seed);
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            if (!one.get(i).equals(other.get(i))) {
                return "event " + i + " was \"" + one.get(i) + "\" and then \"" + other.get(i) + "\"";
            }
        }
        return one.size() + " and " + other.size() + " events";
    }

    private static List<String> lines(long seed) {
        List<String> lines = new ArrayList<>();
        new Life(seed, lines::add).run();
        return lines;
    }
}
