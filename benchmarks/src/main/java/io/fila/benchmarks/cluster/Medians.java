package io.fila.benchmarks.cluster;

import io.fila.benchmarks.whole.Figure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Of several turns, one figure for each workload of each contender. */
final class Medians {
    private Medians() {}

    /** What is measured of whom. */
    private record What(String contender, String durability, String workload) {}

    static List<Figure> of(List<Figure> turns) {
        Map<What, List<Figure>> byWhat = new LinkedHashMap<>();
        for (Figure turn : turns) {
            byWhat.computeIfAbsent(
                            new What(turn.contender(), turn.durability(), turn.workload()), first -> new ArrayList<>())
                    .add(turn);
        }
        return byWhat.values().stream().map(Medians::median).toList();
    }

    private static Figure median(List<Figure> turns) {
        Figure one = turns.getFirst();
        return new Figure(
                one.contender(),
                one.durability(),
                one.workload(),
                median(turns, Figure::value),
                one.unit(),
                median(turns, Figure::brokerMicros),
                median(turns, Figure::clientMicros));
    }

    /** Of two in the middle, half-way between them. */
    private static double median(List<Figure> turns, ToDoubleFunction<Figure> part) {
        double[] sorted = turns.stream().mapToDouble(part).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
