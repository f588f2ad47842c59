package io.fila.benchmarks.cluster;

import io.fila.benchmarks.Circumstances;
import io.fila.benchmarks.whole.Figure;
import io.fila.benchmarks.whole.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Clusters side by side, in a table for people and in JSON for programs. The first column is what the others are held against. */
record ClusterReport(List<Figure> figures, Map<String, String> settings, int rounds, Duration time, Duration took) {
    /** The same as a page of its own. */
    String page() {
        return """
                # A cluster beside others: the figures

                Written by `./fila bench cluster peers %d %d docs/benchmarks`, which [cluster](../cluster.md#what-was-measured) explains.
                All clusters run all the time, and take turns under load. [JSON](cluster.json).

                """.formatted(rounds, time.toSeconds()) + text();
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Medians of %d turns of %d s each; it took %d s. %s%n%n",
                rounds,
                time.toSeconds(),
                took.toSeconds(),
                circumstances()));
        text.append(table("", Bit.VALUE)).append('\n');
        text.append(table("µs of processor time a message, all nodes + client", Bit.COST))
                .append('\n');
        text.append(table("of what ours does", Bit.RATIO)).append('\n');
        settings.forEach((contender, how) ->
                text.append("- ").append(contender).append(": ").append(how).append('\n'));
        return text.toString();
    }

    private static String circumstances() {
        Circumstances now = Circumstances.now();
        return now.at() + ", " + now.cores() + " cores, Java " + now.java() + ".";
    }

    /** What a table tells of each figure. */
    private enum Bit {
        VALUE,
        COST,
        RATIO
    }

    private String table(String corner, Bit bit) {
        List<String> columns = figures.stream().map(Figure::column).distinct().toList();
        StringBuilder text = new StringBuilder("| " + corner + " | " + String.join(" | ", columns) + " |\n")
                .append("|---".repeat(columns.size() + 1))
                .append("|\n");
        List<String> workloads = figures.stream()
                .filter(each -> bit == Bit.VALUE || each.unit().equals("/s"))
                .map(Figure::workload)
                .distinct()
                .toList();
        for (String workload : workloads) {
            text.append("| ").append(workload);
            Figure first = find(columns.getFirst(), workload).orElseThrow();
            columns.forEach(column -> text.append(" | ")
                    .append(find(column, workload)
                            .map(each -> tell(each, first, bit))
                            .orElse("")));
            text.append(" |\n");
        }
        return text.toString();
    }

    private Optional<Figure> find(String column, String workload) {
        return figures.stream()
                .filter(each -> each.column().equals(column) && each.workload().equals(workload))
                .findFirst();
    }

    private static String tell(Figure each, Figure first, Bit bit) {
        return switch (bit) {
            case VALUE ->
                switch (each.unit()) {
                    case "/s" -> String.format(Locale.ROOT, "%,.0f", each.value());
                    case "ms" -> String.format(Locale.ROOT, "%.2f ms", each.value());
                    case "%" -> String.format(Locale.ROOT, "%.1f %%", each.value());
                    default -> String.format(Locale.ROOT, "%,.0f %s", each.value(), each.unit());
                };
            case COST -> String.format(Locale.ROOT, "%.1f + %.1f", each.brokerMicros(), each.clientMicros());
            case RATIO -> String.format(Locale.ROOT, "%.2f", each.value() / first.value());
        };
    }

    String json() {
        return String.format(
                Locale.ROOT,
                """
                {
                  %s,
                  "rounds": %d,
                  "secondsATurn": %d,
                  "seconds": %d,
                  "settings": {
                %s
                  },
                  "figures": [
                %s
                  ]
                }
                """,
                Circumstances.now().json(),
                rounds,
                time.toSeconds(),
                took.toSeconds(),
                settings.entrySet().stream()
                        .map(each -> "    " + Json.quoted(each.getKey()) + ": " + Json.quoted(each.getValue()))
                        .collect(Collectors.joining(",\n")),
                figures.stream().map(Figure::json).collect(Collectors.joining(",\n")));
    }
}
