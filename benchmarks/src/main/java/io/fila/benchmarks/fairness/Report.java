package io.fila.benchmarks.fairness;

import io.fila.benchmarks.Circumstances;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What was measured, in tables for people and in JSON for programs. */
record Report(List<Dwelling> dwellings, List<Finding> findings) {
    private static final double[] CURVE = {0, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 100};

    /** With what an earlier part of the same run has measured and this one has not; what both have is this one's. */
    Report after(Report earlier) {
        return new Report(
                joined(
                        earlier.dwellings,
                        dwellings,
                        each -> List.of(each.workload().name(), each.contender())),
                joined(earlier.findings, findings, each -> List.of(each.name(), each.contender(), each.what())));
    }

    private static <T> List<T> joined(List<T> earlier, List<T> now, Function<T, List<String>> key) {
        Map<List<String>, T> all = new LinkedHashMap<>();
        earlier.forEach(each -> all.put(key.apply(each), each));
        now.forEach(each -> all.put(key.apply(each), each));
        return List.copyOf(all.values());
    }

    /** The tables as a page of the documentation. */
    String page() {
        Circumstances now = Circumstances.now();
        return String.format(Locale.ROOT, """
                # What a quiet tenant waits: the figures

                Written by `./fila bench fairness`, which [fairness.md](fairness.md) explains; finished %s, %d cores, Java %s.

                %s""", now.at(), now.cores(), now.java(), tables());
    }

    String tables() {
        StringBuilder text = new StringBuilder();
        text.append(
                "| case | contender | p50 ms | p99 ms | max ms | messages | not handled | throughput /s | goal p99 ms | met |\n");
        text.append("|---|---|---|---|---|---|---|---|---|---|\n");
        for (Dwelling each : dwellings) {
            Dwell dwell = each.dwell();
            row(
                    text,
                    each.workload().name(),
                    each.contender(),
                    time(dwell.percentile(50)),
                    time(each.p99()),
                    time(dwell.max()),
                    Long.toString(dwell.count()),
                    Long.toString(dwell.undelivered()),
                    number(each.perSecond()),
                    each.hasGoal() ? "≤ " + number(each.workload().goalMillis().orElseThrow()) : "–",
                    each.hasGoal() ? verdict(each.met()) + (each.belowShare() ? "" : " (above its share)") : "–");
        }
        text.append("\n| case | contender | measured | value | goal | met |\n|---|---|---|---|---|---|\n");
        for (Finding each : findings) {
            row(
                    text,
                    each.name(),
                    each.contender(),
                    each.what(),
                    (each.atLeast() ? "≥ " : "") + number(each.value()) + " " + each.unit(),
                    each.goal() == null ? "–" : each.goal(),
                    each.met() == null ? "–" : verdict(each.met()));
        }
        return text.toString();
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String verdict(boolean met) {
        return met ? "yes" : "**no**";
    }

    private static String time(Dwell.Time time) {
        return (time.atLeast() ? "≥ " : "") + number(time.millis());
    }

    /** With about three digits that matter. */
    static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    String json() {
        return String.format(
                Locale.ROOT,
                """
                {
                  %s,
                  "dwellTimes": [
                %s
                  ],
                  "findings": [
                %s
                  ]
                }
                """,
                Circumstances.now().json(),
                dwellings.stream().map(Report::json).collect(Collectors.joining(",\n")),
                findings.stream().map(Report::json).collect(Collectors.joining(",\n")));
    }

    private static String json(Dwelling each) {
        Workload workload = each.workload();
        return String.format(
                Locale.ROOT,
                "    {\"case\": \"%s\", \"contender\": \"%s\", \"busyTenants\": %d, \"backlog\": %d, \"quietTenants\": %d,"
                        + " \"handlerMillis\": %.3f, \"consumers\": %d, \"messages\": %d, \"notHandled\": %d,"
                        + " \"perSecond\": %.1f, \"sharePerSecond\": %.4f, \"ratePerSecond\": %.4f,"
                        + " \"goalP99Millis\": %s, \"met\": %s, \"youngestNotHandledNanos\": %d,%n"
                        + "     \"percentiles\": [%s],%n     \"histogram\": \"%s\"}",
                workload.name(),
                each.contender(),
                workload.busyTenants(),
                workload.backlog(),
                workload.quietTenants(),
                workload.handling().toNanos() / 1e6,
                workload.consumers(),
                each.dwell().count(),
                each.dwell().undelivered(),
                each.perSecond(),
                each.share(),
                each.rate(),
                each.hasGoal() ? Double.toString(workload.goalMillis().orElseThrow()) : "null",
                each.hasGoal() ? Boolean.toString(each.met()) : "null",
                each.dwell().youngestNanos(),
                DoubleStream.of(CURVE)
                        .mapToObj(percentile -> json(percentile, each.dwell().percentile(percentile)))
                        .collect(Collectors.joining(", ")),
                each.dwell().encoded());
    }

    private static String json(double percentile, Dwell.Time time) {
        return String.format(
                Locale.ROOT,
                "{\"percentile\": %s, \"millis\": %.3f, \"atLeast\": %b}",
                percentile,
                time.millis(),
                time.atLeast());
    }

    private static String json(Finding each) {
        return String.format(
                Locale.ROOT,
                "    {\"case\": \"%s\", \"contender\": \"%s\", \"measured\": \"%s\", \"value\": %.4f, \"unit\": \"%s\","
                        + " \"atLeast\": %b, \"goal\": %s, \"met\": %s}",
                each.name(),
                each.contender(),
                each.what(),
                each.value(),
                each.unit(),
                each.atLeast(),
                each.goal() == null ? "null" : "\"" + each.goal() + "\"",
                each.met());
    }
}
