package io.fila.benchmarks.whole;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Brokers that are measured in turns, so that whatever else is busy slows all of them; the first is what the others are held against. */
public final class SideBySide {
    private static final double LOWER_QUARTER = 0.25;
    private static final double MEDIAN = 0.5;
    private static final double UPPER_QUARTER = 0.75;

    private final Map<String, List<Side>> workloads = new LinkedHashMap<>();

    /** One broker under one load. */
    private record Side(String name, Measuring measuring, List<Throughput> turns) {}

    /** Loads a broker for so long. */
    public interface Measuring {
        Throughput measure(Duration time) throws Exception;
    }

    public SideBySide add(String workload, String name, Measuring measuring) {
        workloads
                .computeIfAbsent(workload, unknown -> new ArrayList<>())
                .add(new Side(name, measuring, new ArrayList<>()));
        return this;
    }

    /** Measures all of them in so many rounds, after one that does not count. */
    public void run(int rounds, Duration time) throws Exception {
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

    /**
     * Beside the medians stands what a side differs from the first of the same round, which a machine that becomes slower or faster
     * meanwhile does not change: the median of these differences, and between what the middle half of them lies.
     */
    public void report() {
        System.out.println(
                "Medians of turns (and by how much a turn differs from that of the first in its round: median,"
                        + " middle half):");
        workloads.forEach((workload, sides) -> {
            for (Side side : sides) {
                System.out.printf(
                        Locale.ROOT,
                        "%-10s %-28s %,9.0f/s %s   processor time of the broker %6.2f us %s%n",
                        workload,
                        side.name(),
                        quantile(turns(side, Throughput::perSecond), MEDIAN),
                        difference(sides.getFirst(), side, Throughput::perSecond),
                        quantile(turns(side, Throughput::brokerMicros), MEDIAN),
                        difference(sides.getFirst(), side, Throughput::brokerMicros));
            }
        });
    }

    private static String difference(Side first, Side side, ToDoubleFunction<Throughput> figure) {
        double[] before = turns(first, figure);
        double[] after = turns(side, figure);
        double[] percent = new double[before.length];
        for (int round = 0; round < percent.length; round++) {
            percent[round] = 100 * (after[round] / before[round] - 1);
        }
        return String.format(
                Locale.ROOT,
                "%+5.1f %% (%+5.1f to %+5.1f)",
                quantile(percent, MEDIAN),
                quantile(percent, LOWER_QUARTER),
                quantile(percent, UPPER_QUARTER));
    }

    private static double[] turns(Side side, ToDoubleFunction<Throughput> figure) {
        return side.turns().stream().mapToDouble(figure).toArray();
    }

    /** Between two values it lies where a straight line from one to the other is. */
    private static double quantile(double[] values, double part) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double at = part * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
