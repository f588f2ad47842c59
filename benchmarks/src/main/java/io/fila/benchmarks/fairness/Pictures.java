package io.fila.benchmarks.fairness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** What was measured, as curves. A curve whose cases did not run is left out, and so is a picture without curves. */
record Pictures(List<Dwelling> dwellings) {
    private static final double[] PERCENTILES =
            DoubleStream.iterate(0, x -> x <= 2.001, x -> x + 0.05).toArray();
    private static final double HIGHEST = 2;

    /** One place of an axis: the case that was measured there. */
    private record Place(String label, String name) {}

    /** The pictures by the names of their files. */
    Map<String, Chart> charts() {
        Map<String, Chart> charts = new LinkedHashMap<>();
        put(charts, "fairness-distribution", distribution());
        put(
                charts,
                "fairness-handler",
                against(
                        "p99 wait of a quiet tenant, by the time a message takes to handle",
                        "the handler's time a message; 1 consumer, 1 noisy tenant",
                        List.of(
                                new Place("none", Cases.handler(0)),
                                new Place("1 ms", Cases.handler(1)),
                                new Place("5 ms", Cases.handler(5)),
                                new Place("50 ms", Cases.handler(50)))));
        put(
                charts,
                "fairness-keys",
                against(
                        "p99 wait of a quiet tenant, by the number of busy ones",
                        "busy tenants, each with messages waiting all the time; idle-handed consumer",
                        List.of(
                                new Place("1", Cases.handler(0)),
                                new Place("100", Cases.keys(100)),
                                new Place("10,000", Cases.keys(10_000)),
                                new Place("1,000,000", Cases.keys(1_000_000)))));
        put(
                charts,
                "fairness-noise",
                against(
                        "p99 wait of a quiet tenant, by the noise beside it",
                        "messages a noisy tenant has waiting, for each one a quiet tenant sends; handler of 5 ms",
                        List.of(
                                new Place("10×", Cases.noise(10)),
                                new Place("100×", Cases.BASE),
                                new Place("1,000×", Cases.noise(1000)),
                                new Place("10,000×", Cases.noise(10_000)))));
        return charts;
    }

    private static void put(Map<String, Chart> charts, String name, Chart chart) {
        if (chart.series().stream()
                .anyMatch(each ->
                        each.style() != Chart.Style.GOAL && each.points().size() > 1)) {
            charts.put(name, chart);
        }
    }

    /** Percentiles of one case, with as much room for the last percent as for the first 90. */
    private Chart distribution() {
        List<Chart.Series> series = new ArrayList<>();
        List<Dwelling> measured = of(Cases.noise(10)).toList();
        String backlog = measured.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT, "%,d", measured.getFirst().workload().backlog());
        for (Dwelling each : measured) {
            List<Chart.Point> points = DoubleStream.of(PERCENTILES)
                    .mapToObj(nines -> {
                        Dwell.Time time = each.dwell().percentile(100 - 100 * Math.pow(10, -nines));
                        return new Chart.Point(nines / HIGHEST, time.millis(), time.atLeast());
                    })
                    .toList();
            series.add(new Chart.Series(each.contender(), style(each), false, points));
        }
        series.addAll(ends(series));
        return chart(
                "What a quiet tenant waits beside a noisy one",
                "part of its messages that waited no longer; 5 ms a message, 1 consumer, backlog of " + backlog,
                List.of(
                        new Chart.Tick(0, "fastest"),
                        new Chart.Tick(Math.log10(2) / HIGHEST, "50 %"),
                        new Chart.Tick(1 / HIGHEST, "90 %"),
                        new Chart.Tick(1, "99 %")),
                series);
    }

    /** The last point of each curve, with its value and without a name. */
    private static List<Chart.Series> ends(List<Chart.Series> curves) {
        return curves.stream()
                .map(each -> new Chart.Series(
                        "", each.style(), true, List.of(each.points().getLast())))
                .toList();
    }

    private Chart against(String title, String xTitle, List<Place> places) {
        Map<String, Chart.Series> series = new LinkedHashMap<>();
        List<Chart.Point> goal = new ArrayList<>();
        List<Chart.Tick> ticks = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            double x = (double) i / (places.size() - 1);
            ticks.add(new Chart.Tick(x, places.get(i).label()));
            for (Dwelling each : of(places.get(i).name()).toList()) {
                series.computeIfAbsent(
                                each.contender(), name -> new Chart.Series(name, style(each), true, new ArrayList<>()))
                        .points()
                        .add(new Chart.Point(x, each.p99().millis(), each.p99().atLeast()));
                OptionalDouble millis = each.workload().goalMillis();
                if (each.judged() && millis.isPresent() && goal.stream().noneMatch(point -> point.x() == x)) {
                    goal.add(new Chart.Point(x, millis.getAsDouble(), false));
                }
            }
        }
        List<Chart.Series> all = new ArrayList<>(series.values());
        all.add(new Chart.Series("goal", Chart.Style.GOAL, false, goal));
        return chart(title, xTitle, ticks, all);
    }

    private static Chart chart(String title, String xTitle, List<Chart.Tick> ticks, List<Chart.Series> series) {
        return new Chart(title, description(xTitle, ticks, series), xTitle, ticks, series);
    }

    /** The figures in words. */
    private static String description(String xTitle, List<Chart.Tick> ticks, List<Chart.Series> series) {
        StringBuilder words = new StringBuilder("Time from send to handler, against ")
                .append(xTitle)
                .append('.');
        for (Chart.Series each : series) {
            if (each.name().isEmpty()) {
                continue;
            }
            words.append(' ').append(each.name()).append(':');
            for (Chart.Tick tick : ticks) {
                each.points().stream()
                        .filter(point -> Math.abs(point.x() - tick.x()) < 0.02)
                        .findFirst()
                        .ifPresent(point -> words.append(' ')
                                .append(tick.label())
                                .append(' ')
                                .append(Chart.time(point.millis(), point.atLeast()))
                                .append(';'));
            }
        }
        return words.toString();
    }

    private Stream<Dwelling> of(String name) {
        return dwellings.stream().filter(each -> each.workload().name().equals(name));
    }

    private static Chart.Style style(Dwelling each) {
        return switch (each.contender()) {
            case Cases.FILA -> Chart.Style.FAIR;
            case Cases.OLDER -> Chart.Style.OLDER;
            case Variant.FIFO -> Chart.Style.FIFO;
            case Apart.NAME -> Chart.Style.APART;
            default -> Chart.Style.PEER;
        };
    }
}
