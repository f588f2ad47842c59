package io.fila.benchmarks.whole;

import io.fila.benchmarks.picture.Element;
import java.util.List;
import java.util.Locale;

/** Throughput of the contenders as a picture: a group of bars a workload, ours in colour. It follows the reader's colour scheme. */
record Bars(List<Figure> figures) {
    private static final List<Workload> SHOWN = List.of(Workload.W1, Workload.W2, Workload.W3);
    private static final int WIDTH = 760;
    private static final int LEFT = 190;
    private static final int RIGHT = 90;
    private static final int TOP = 60;
    private static final int BAR = 18;
    private static final int STEP = 24;
    private static final int HEADING = 34;
    private static final int TITLE_Y = 32;
    private static final String STYLE = """
            <style>
              text { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif;
                font-size: 13px; fill: #59636e; }
              .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
              .heading { font-weight: 600; fill: #1f2328; }
              .paper { fill: #ffffff; }
              .ours { fill: #0969da; }
              .peer { fill: #9aa4af; }
            @media (prefers-color-scheme: dark) {
              text { fill: #9198a1; }
              .title, .heading { fill: #e6edf3; }
              .paper { fill: #0d1117; }
              .ours { fill: #58a6ff; }
              .peer { fill: #4d5560; }
            }
            </style>
            """;

    String svg() {
        int height = TOP
                + SHOWN.stream()
                        .mapToInt(workload -> HEADING + STEP * of(workload).size())
                        .sum()
                + STEP;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\""
                        + " viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\">%n",
                WIDTH,
                height));
        svg.append(Element.of("title", "words").with("id", "title").containing("Messages a second"));
        svg.append(Element.of("desc", "words").with("id", "desc").containing(description()));
        svg.append(STYLE);
        svg.append(Element.of("rect", "paper")
                .at("width", WIDTH)
                .at("height", height)
                .at("rx", 8));
        svg.append(Element.text("title", STEP, TITLE_Y, "Messages of 1 KB a second"));
        double y = TOP;
        for (Workload workload : SHOWN) {
            y = group(svg, workload, y);
        }
        return svg.append("</svg>\n").toString();
    }

    private double group(StringBuilder svg, Workload workload, double top) {
        List<Figure> bars = of(workload);
        double most = bars.stream().mapToDouble(Figure::value).max().orElse(1);
        double y = top + HEADING;
        svg.append(Element.text("heading", STEP, y - 12, workload.title() + ": " + workload.description()));
        for (Figure each : bars) {
            double width = Math.max(1, each.value() / most * (WIDTH - LEFT - RIGHT));
            svg.append(Element.text("label", LEFT - 8, y + 14, each.column()).with("text-anchor", "end"));
            svg.append(Element.of("rect", each.contender().startsWith("Fila") ? "ours" : "peer")
                    .at("x", LEFT)
                    .at("y", y)
                    .at("width", width)
                    .at("height", BAR));
            svg.append(
                    Element.text("value", LEFT + width + 6, y + 14, String.format(Locale.ROOT, "%,.0f", each.value())));
            y += STEP;
        }
        return y;
    }

    private List<Figure> of(Workload workload) {
        return figures.stream()
                .filter(each -> each.workload().equals(workload.title()))
                .toList();
    }

    private String description() {
        StringBuilder text = new StringBuilder();
        for (Workload workload : SHOWN) {
            for (Figure each : of(workload)) {
                text.append(
                        String.format(Locale.ROOT, "%s, %s: %,.0f. ", workload.title(), each.column(), each.value()));
            }
        }
        return text.toString().strip();
    }
}
