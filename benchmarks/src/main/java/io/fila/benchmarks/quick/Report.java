package io.fila.benchmarks.quick;

import io.fila.benchmarks.Circumstances;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was measured, in a table for people and in JSON for programs.
 *
 * @param ruler the contender that the others are compared with; its name
 */
record Report(List<Figures> figures, String ruler) {
    private static final String ROW = "| %-20s | %-10s | %12s | %12s | %10s | %10s | %10s | %10s | %8s | %8s |%n";

    String table() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                ROW,
                "contender",
                "durability",
                "W1 enqueue/s",
                "CPU µs",
                "W2 lives/s",
                "CPU µs",
                "W4 p50 ms",
                "W4 p99 ms",
                "W1 ratio",
                "W2 ratio"));
        text.append("|---|---|---|---|---|---|---|---|---|---|").append(System.lineSeparator());
        for (Figures each : figures) {
            text.append(String.format(
                    Locale.ROOT,
                    ROW,
                    each.contender(),
                    each.durability(),
                    whole(each.enqueues().perSecond()),
                    cost(each.enqueues()),
                    whole(each.lives().perSecond()),
                    cost(each.lives()),
                    hundredths(each.p50Millis()),
                    hundredths(each.p99Millis()),
                    ratio(each.enqueues(), ruler(Figures::enqueues)),
                    ratio(each.lives(), ruler(Figures::lives))));
        }
        return text.toString();
    }

    String json() {
        return String.format(
                Locale.ROOT,
                """
                {
                  %s,
                  "figures": [
                %s
                  ]
                }
                """,
                Circumstances.now().json(),
                figures.stream().map(Report::json).collect(Collectors.joining(",\n")));
    }

    private static String json(Figures each) {
        return String.format(
                Locale.ROOT,
                "    {\"contender\": \"%s\", \"durability\": \"%s\", \"enqueues\": %s, \"lives\": %s,"
                        + " \"p50Millis\": %.3f, \"p99Millis\": %.3f}",
                each.contender(),
                each.durability(),
                json(each.enqueues()),
                json(each.lives()),
                each.p50Millis(),
                each.p99Millis());
    }

    private static String json(Throughput throughput) {
        return String.format(
                Locale.ROOT,
                "{\"perSecond\": %.0f, \"brokerMicros\": %.2f, \"clientMicros\": %.2f}",
                throughput.perSecond(),
                throughput.brokerMicros(),
                throughput.clientMicros());
    }

    private double ruler(Function<Figures, Throughput> workload) {
        return figures.stream()
                .filter(each -> each.contender().equals(ruler))
                .mapToDouble(each -> workload.apply(each).perSecond())
                .average()
                .orElse(Double.NaN);
    }

    private static String ratio(Throughput throughput, double reference) {
        return Double.isNaN(reference) ? "-" : hundredths(throughput.perSecond() / reference);
    }

    /** Broker and client, a message. */
    private static String cost(Throughput throughput) {
        return String.format(Locale.ROOT, "%.1f + %.1f", throughput.brokerMicros(), throughput.clientMicros());
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String hundredths(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
