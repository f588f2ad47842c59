package io.fila.benchmarks.quick;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What was measured, in a table for people and in JSON for programs.
 *
 * @param ruler the contender that the others are compared with; its name
 */
record Report(List<Figures> figures, String ruler) {
    private static final String ROW = "| %-22s | %-10s | %14s | %14s | %10s | %10s | %8s | %8s |%n";

    String table() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                ROW,
                "contender",
                "durability",
                "W1 enqueue/s",
                "W2 lives/s",
                "W4 p50 ms",
                "W4 p99 ms",
                "W1 ratio",
                "W2 ratio"));
        text.append("|---|---|---|---|---|---|---|---|").append(System.lineSeparator());
        for (Figures each : figures) {
            text.append(String.format(
                    Locale.ROOT,
                    ROW,
                    each.contender(),
                    each.durability(),
                    whole(each.enqueuesPerSecond()),
                    whole(each.livesPerSecond()),
                    hundredths(each.p50Millis()),
                    hundredths(each.p99Millis()),
                    ratio(each.enqueuesPerSecond(), measure(Figures::enqueuesPerSecond)),
                    ratio(each.livesPerSecond(), measure(Figures::livesPerSecond))));
        }
        return text.toString();
    }

    String json() {
        return String.format(
                Locale.ROOT,
                """
                {
                  "measuredAt": "%s",
                  "cores": %d,
                  "java": "%s",
                  "loadAverage": %.2f,
                  "figures": [
                %s
                  ]
                }
                """,
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                figures.stream().map(Report::json).collect(Collectors.joining(",\n")));
    }

    private static String json(Figures each) {
        return String.format(
                Locale.ROOT,
                "    {\"contender\": \"%s\", \"durability\": \"%s\", \"enqueuesPerSecond\": %.0f,"
                        + " \"livesPerSecond\": %.0f, \"p50Millis\": %.3f, \"p99Millis\": %.3f}",
                each.contender(),
                each.durability(),
                each.enqueuesPerSecond(),
                each.livesPerSecond(),
                each.p50Millis(),
                each.p99Millis());
    }

    private interface Measure {
        double of(Figures figures);
    }

    private double measure(Measure measure) {
        return figures.stream()
                .filter(each -> each.contender().equals(ruler))
                .mapToDouble(measure::of)
                .average()
                .orElse(Double.NaN);
    }

    private static String ratio(double value, double reference) {
        return Double.isNaN(reference) ? "-" : hundredths(value / reference);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String hundredths(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
