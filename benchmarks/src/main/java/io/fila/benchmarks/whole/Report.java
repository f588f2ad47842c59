package io.fila.benchmarks.whole;

import io.fila.benchmarks.Circumstances;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was measured, in tables for people and in JSON for programs.
 *
 * @param settings of each contender, by its name and durability
 * @param missing peers that were asked for and could not be measured, and why
 */
record Report(
        List<Figure> figures,
        Map<String, String> settings,
        List<String> missing,
        List<GrowthPoint> growth,
        Duration took) {

    String text() {
        StringBuilder text = new StringBuilder(workloads());
        text.append(System.lineSeparator()).append(costs());
        text.append(System.lineSeparator()).append(goals());
        if (!growth.isEmpty()) {
            text.append(System.lineSeparator()).append(growthTable());
        }
        text.append(System.lineSeparator());
        settings.forEach((contender, how) ->
                text.append("- ").append(contender).append(": ").append(how).append('\n'));
        missing.forEach(each -> text.append("- Not measured: ").append(each).append('\n'));
        return text.append(String.format(Locale.ROOT, "It took %d s.%n", took.toSeconds()))
                .toString();
    }

    private List<String> columns() {
        return figures.stream().map(Figure::column).distinct().toList();
    }

    private Stream<String> rows() {
        return Stream.concat(
                        Stream.of(Workload.values()).map(Workload::title),
                        figures.stream().map(Figure::workload))
                .distinct();
    }

    private String workloads() {
        StringBuilder text = head("", columns());
        rows().forEach(row -> {
            text.append("| ").append(row);
            columns()
                    .forEach(column -> text.append(" | ")
                            .append(find(column, row).map(Report::value).orElse("")));
            text.append(" |\n");
        });
        return text.toString();
    }

    /** Processor time of a message, broker and client: what depends least on who else is busy. */
    private String costs() {
        StringBuilder text = head("µs of broker + client", columns());
        rows().filter(row -> columns().stream()
                        .anyMatch(column -> find(column, row)
                                .filter(each -> !Double.isNaN(each.brokerMicros()))
                                .isPresent()))
                .forEach(row -> {
                    text.append("| ").append(row);
                    columns()
                            .forEach(column -> text.append(" | ")
                                    .append(find(column, row).map(Report::cost).orElse("")));
                    text.append(" |\n");
                });
        return text.toString();
    }

    private static StringBuilder head(String first, List<String> columns) {
        return new StringBuilder("| " + first + " | " + String.join(" | ", columns) + " |\n")
                .append("|---".repeat(columns.size() + 1))
                .append("|\n");
    }

    private Optional<Figure> find(String column, String workload) {
        return figures.stream()
                .filter(each -> each.column().equals(column) && each.workload().equals(workload))
                .findFirst();
    }

    private String goals() {
        return head("workload", List.of("durability", "goal", "found", "met"))
                + Goal.ALL.stream().map(goal -> goal.row(figures)).collect(Collectors.joining());
    }

    private String growthTable() {
        StringBuilder text = head(
                "W8, lives beside", List.of("lives /s", "of the first", "µs of broker + client", "heap bytes each"));
        for (GrowthPoint point : growth) {
            double first = growth.stream()
                    .filter(each -> each.axis().equals(point.axis()))
                    .findFirst()
                    .orElse(point)
                    .lives()
                    .perSecond();
            text.append(String.format(
                    Locale.ROOT,
                    "| %,d %s | %,.0f | %.0f %% | %.1f + %.1f | %s |%n",
                    point.size(),
                    point.axis(),
                    point.lives().perSecond(),
                    100 * point.lives().perSecond() / first,
                    point.lives().brokerMicros(),
                    point.lives().clientMicros(),
                    Double.isNaN(point.heapBytes()) ? "" : String.format(Locale.ROOT, "%.0f", point.heapBytes())));
        }
        return text.toString();
    }

    private static String value(Figure figure) {
        return switch (figure.unit()) {
            case "ms" -> String.format(Locale.ROOT, "%.2f ms", figure.value());
            case "MB" -> String.format(Locale.ROOT, "%.0f MB", figure.value());
            default -> String.format(Locale.ROOT, "%,.0f", figure.value());
        };
    }

    private static String cost(Figure figure) {
        return Double.isNaN(figure.brokerMicros())
                ? ""
                : String.format(Locale.ROOT, "%.1f + %.1f", figure.brokerMicros(), figure.clientMicros());
    }

    String json() {
        return String.format(
                Locale.ROOT,
                """
                {
                  %s,
                  "seconds": %d,
                  "settings": {
                %s
                  },
                  "missing": [%s],
                  "figures": [
                %s
                  ],
                  "growth": [
                %s
                  ]
                }
                """,
                Circumstances.now().json(),
                took.toSeconds(),
                settings.entrySet().stream()
                        .map(each -> "    " + Json.quoted(each.getKey()) + ": " + Json.quoted(each.getValue()))
                        .collect(Collectors.joining(",\n")),
                missing.stream().map(Json::quoted).collect(Collectors.joining(", ")),
                figures.stream().map(Figure::json).collect(Collectors.joining(",\n")),
                growth.stream().map(Report::json).collect(Collectors.joining(",\n")));
    }

    private static String json(GrowthPoint each) {
        return String.format(
                Locale.ROOT,
                "    {\"axis\": %s, \"size\": %d, \"livesPerSecond\": %.0f, \"brokerMicros\": %s, \"heapBytesEach\": %s}",
                Json.quoted(each.axis()),
                each.size(),
                each.lives().perSecond(),
                Json.number(each.lives().brokerMicros()),
                Json.number(each.heapBytes()));
    }
}
