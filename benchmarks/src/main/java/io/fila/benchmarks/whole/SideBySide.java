package io.fila.benchmarks.whole;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Brokers that are measured in turns, so that whatever else is busy slows all of them; the first is what the others are held against. */
final class SideBySide {
    private final Map<String, List<Side>> workloads = new LinkedHashMap<>();

    /** One broker under one load. */
    private record Side(String name, Measuring measuring, List<Throughput> turns) {}

    /** Loads a broker for so long. */
    interface Measuring {
        Throughput measure(Duration time) throws Exception;
    }

    SideBySide add(String workload, String name, Measuring measuring) {
        workloads
                .computeIfAbsent(workload, unknown -> new ArrayList<>())
                .add(new Side(name, measuring, new ArrayList<>()));
        return this;
    }

    /** Measures all of them in so many rounds, after one that does not count. */
    void run(int rounds, Duration time) throws Exception {
        for (int round = -1; round < rounds; round++) {
            System.err.println(round < 0 ? "Warming up …" : "Round " + (round + 1) + " of " + rounds + " …");
            for (List<Side> sides : workloads.values()) {
                for (int i = 0; i < sides.size(); i++) {
                    // Each begins as often as the others: whoever comes first may meet what the last load left behind.
                    Side side = sides.get(Math.floorMod(round + i, sides.size()));
                    Throughput turn = side.measuring().measure(time);
                    if (round >= 0) {
                        side.turns().add(turn);
                    }
                }
            }
        }
    }

    void report() {
        System.out.println("Medians of turns:");
        workloads.forEach((workload, sides) -> {
            for (Side side : sides) {
                System.out.printf(
                        Locale.ROOT,
                        "%-6s %-24s %,9.0f/s (%+.1f %%)   processor time of the broker %6.2f us (%+.1f %%)%n",
                        workload,
                        side.name(),
                        median(side, Throughput::perSecond),
                        change(sides.getFirst(), side, Throughput::perSecond),
                        median(side, Throughput::brokerMicros),
                        change(sides.getFirst(), side, Throughput::brokerMicros));
            }
        });
    }

    private static double change(Side before, Side after, ToDoubleFunction<Throughput> figure) {
        return 100 * (median(after, figure) / median(before, figure) - 1);
    }

    private static double median(Side side, ToDoubleFunction<Throughput> figure) {
        double[] sorted = side.turns().stream().mapToDouble(figure).sorted().toArray();
        return sorted.length % 2 == 1
                ? sorted[sorted.length / 2]
                : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
    }
}
