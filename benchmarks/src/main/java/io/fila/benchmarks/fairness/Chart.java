package io.fila.benchmarks.fairness;

import io.fila.benchmarks.picture.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A picture of times against something else, on a logarithmic scale, as SVG. It follows the reader's colour scheme, says in words
 * what it shows, and tells series apart by their marks as well as by their colours.
 *
 * @param description for those who don't see it
 * @param xTitle what the ticks are
 * @param ticks from left to right
 */
record Chart(String title, String description, String xTitle, List<Tick> ticks, List<Series> series) {
    /** @param x where it is: 0 is the left end and 1 the right one */
    record Tick(double x, String label) {}

    /** @param atLeast whether the value may be more */
    record Point(double x, double millis, boolean atLeast) {}

    /**
     * A line.
     *
     * @param name as the legend has it; empty keeps it out of there
     * @param marked whether its points are marked, and labelled with their values
     */
    record Series(String name, Style style, boolean marked, List<Point> points) {}

    /** How a line looks: its mark as a path around a point, and its colours. */
    enum Style {
        FAIR("m-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 z", "#0969da", "#58a6ff"),
        FIFO("m-5 -5 h10 v10 h-10 z", "#bc4c00", "#f0883e"),
        PEER("m0 -7 l6 7 l-6 7 l-6 -7 z", "#59636e", "#9198a1"),
        OLDER("m0 -7 l6.5 11 h-13 z", "#8250df", "#bc8cff"),
        APART("m0 7 l6.5 -11 h-13 z", "#1b7c83", "#39c5cf"),
        GOAL("", "#1a7f37", "#56d364");

        private final String mark;
        private final String light;
        private final String dark;

        Style(String mark, String light, String dark) {
            this.mark = mark;
            this.light = light;
            this.dark = dark;
        }

        private String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int WIDTH = 760;
    private static final int HEIGHT = 430;
    private static final int LEFT = 72;
    private static final int RIGHT = 30;
    private static final int TOP = 96;
    private static final int BOTTOM = 62;

    /** Where the lowest decade is: above the axis, so that values below points have room. */
    private static final int FLOOR = HEIGHT - BOTTOM - 26;

    /** Between the ends of the axis and what is drawn. */
    private static final int MARGIN = 24;

    /** From a point to the text of its value. */
    private static final int ABOVE = -12;

    private static final int BELOW = 21;
    private static final int TITLE_Y = 32;
    private static final int LEGEND_Y = 60;
    private static final int LEGEND_LINE = 26;
    private static final int LEGEND_GAP = 56;
    private static final double LETTER = 7.1;
    private static final double SECOND = 1000;

    private static final String SHAPES = """
              text { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, "DejaVu Sans", sans-serif;
                font-size: 13px; }
              .title { font-size: 17px; font-weight: 600; }
              .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
              .line.goal { stroke-width: 1.5; stroke-dasharray: 6 4; }
              .mark { stroke-width: 2; }
              .value { font-size: 12px; font-weight: 600; paint-order: stroke; stroke-width: 4px; }
            """;

    /** The colours of everything but the lines. */
    private record Palette(String paper, String ink, String soft, String grid) {
        static final Palette LIGHT = new Palette("#ffffff", "#1f2328", "#59636e", "#e4e7eb");
        static final Palette DARK = new Palette("#0d1117", "#e6edf3", "#9198a1", "#262c36");

        /** Colours are written out, because not every program that draws SVG knows variables. */
        String css(Function<Style, String> colour) {
            StringBuilder css = new StringBuilder();
            rule(css, ".paper", "fill", paper);
            rule(css, "text", "fill", soft);
            rule(css, ".title, .legend", "fill", ink);
            rule(css, ".grid", "stroke", grid);
            rule(css, ".axis", "stroke", soft);
            for (Style style : Style.values()) {
                rule(css, "." + style.css(), "stroke", colour.apply(style));
                rule(css, ".mark." + style.css() + ", .value." + style.css(), "fill", colour.apply(style));
            }
            rule(css, ".mark.open", "fill", paper);
            rule(css, "text.value", "stroke", paper);
            return css.toString();
        }

        private static void rule(StringBuilder css, String selector, String property, String value) {
            css.append("  ").append(selector).append(" { ").append(property).append(": ");
            css.append(value).append("; }\n");
        }
    }

    String svg() {
        Scale scale = Scale.over(series);
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\"");
        svg.append(
                " viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" width=\"" + WIDTH + "\" height=\"" + HEIGHT + "\">\n");
        svg.append(Element.of("title", "words").with("id", "title").containing(title));
        svg.append(Element.of("desc", "words").with("id", "desc").containing(description));
        svg.append("<style>\n").append(SHAPES).append(Palette.LIGHT.css(style -> style.light));
        svg.append("@media (prefers-color-scheme: dark) {\n").append(Palette.DARK.css(style -> style.dark));
        svg.append("}\n</style>\n");
        svg.append(Element.of("rect", "paper")
                .at("width", WIDTH)
                .at("height", HEIGHT)
                .at("rx", 8));
        svg.append(Element.text("title", LEFT, TITLE_Y, title));
        times(svg, scale);
        ticks(svg);
        // What matters most comes first, and is drawn last: on top.
        series.reversed().forEach(each -> line(svg, scale, each));
        List<Label> taken = new ArrayList<>(marks(scale));
        series.stream().filter(Series::marked).forEach(each -> values(svg, scale, each, taken));
        legend(svg);
        return svg.append("</svg>\n").toString();
    }

    private static void times(StringBuilder svg, Scale scale) {
        for (double decade = scale.lowest(); decade < scale.highest() * 1.01; decade *= 10) {
            double y = scale.y(decade);
            svg.append(Element.line("grid", LEFT, y, WIDTH - RIGHT, y));
            svg.append(
                    Element.text("tick", LEFT - 10, y + 4, time(decade, false)).with("text-anchor", "end"));
        }
    }

    private void ticks(StringBuilder svg) {
        int bottom = HEIGHT - BOTTOM;
        svg.append(Element.line("axis", LEFT, bottom, WIDTH - RIGHT, bottom));
        for (Tick tick : ticks) {
            double x = x(tick.x());
            svg.append(Element.line("axis", x, bottom, x, bottom + 5));
            svg.append(Element.text("tick", x, bottom + 21, tick.label()).with("text-anchor", "middle"));
        }
        svg.append(Element.text("tick", x(0.5), bottom + 46, xTitle).with("text-anchor", "middle"));
    }

    private static void line(StringBuilder svg, Scale scale, Series line) {
        String css = line.style().css();
        String path = line.points().stream()
                .map(point -> place(x(point.x()), scale.y(point.millis())))
                .collect(Collectors.joining(" L", "M", ""));
        svg.append(Element.of("path", "line " + css).with("d", path));
        if (line.marked()) {
            for (Point point : line.points()) {
                mark(svg, line.style(), x(point.x()), scale.y(point.millis()), point.atLeast());
            }
        }
    }

    /** A mark; of what may be more, hollow and with an arrow that points there. */
    private static void mark(StringBuilder svg, Style style, double x, double y, boolean atLeast) {
        String place = "M" + place(x, y);
        if (atLeast) {
            svg.append(Element.of("path", "line " + style.css()).with("d", place + " v-18 m-4 5 l4 -5 l4 5"));
        }
        svg.append(Element.of("path", "mark " + style.css() + (atLeast ? " open" : ""))
                .with("d", place + " " + style.mark));
    }

    /** Where no value can be written, because something is marked there. */
    private List<Label> marks(Scale scale) {
        return series.stream()
                .filter(Series::marked)
                .flatMap(each -> each.points().stream())
                .map(point -> new Label(x(point.x()), scale.y(point.millis()) + Label.BASELINE))
                .toList();
    }

    /** A value beside its point, above or below, where there is room; without room it is left to the table. */
    private static void values(StringBuilder svg, Scale scale, Series line, List<Label> taken) {
        for (Point point : line.points()) {
            double y = scale.y(point.millis());
            // Those of the line that matters most stand below it, because the others are above.
            boolean below = line.style() == Style.FAIR || point.atLeast();
            Stream.of(below, !below)
                    .map(side -> new Label(x(point.x()), y + (side ? BELOW : ABOVE)))
                    .filter(label -> taken.stream().noneMatch(label::touches))
                    .findFirst()
                    .ifPresent(label -> {
                        taken.add(label);
                        svg.append(Element.text(
                                        "value " + line.style().css(),
                                        label.x(),
                                        label.y(),
                                        time(point.millis(), point.atLeast()))
                                .with("text-anchor", "middle"));
                    });
        }
    }

    /** Where a value is written. */
    private record Label(double x, double y) {
        private static final int WIDTH = 56;
        private static final int HEIGHT = 13;

        /** From the middle of a line of text to where it stands. */
        private static final int BASELINE = 4;

        boolean touches(Label other) {
            return Math.abs(x - other.x) < WIDTH && Math.abs(y - other.y) < HEIGHT;
        }
    }

    private void legend(StringBuilder svg) {
        double x = LEFT;
        for (Series each : series) {
            if (each.name().isEmpty()) {
                continue;
            }
            double y = LEGEND_Y - 4;
            svg.append(Element.line("line " + each.style().css(), x, y, x + LEGEND_LINE, y));
            svg.append(Element.of("path", "mark " + each.style().css())
                    .with("d", "M" + place(x + LEGEND_LINE / 2.0, y) + " " + each.style().mark));
            svg.append(Element.text("legend", x + LEGEND_LINE + 7, LEGEND_Y, each.name()));
            x += LEGEND_GAP + each.name().length() * LETTER;
        }
    }

    private static String place(double x, double y) {
        return Element.number(x) + " " + Element.number(y);
    }

    private static double x(double part) {
        return LEFT + MARGIN + part * (WIDTH - LEFT - RIGHT - 2 * MARGIN);
    }

    /** A time as people say it, with two significant digits. */
    static String time(double millis, boolean atLeast) {
        String text = millis >= SECOND ? digits(millis / SECOND) + " s" : digits(millis) + " ms";
        return atLeast ? "≥ " + text : text;
    }

    private static String digits(double value) {
        boolean whole = value >= 10 || Math.abs(value - Math.rint(value)) < 0.05;
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.1f", value);
    }

    /** Decades of time, from bottom to top. */
    private record Scale(double lowest, double highest) {
        private static final double SHORTEST_MILLIS = 0.1;

        static Scale over(List<Series> series) {
            double[] all = series.stream()
                    .flatMap(each -> each.points().stream())
                    .mapToDouble(Point::millis)
                    .toArray();
            double lowest =
                    Math.max(SHORTEST_MILLIS, decade(DoubleStream.of(all).min().orElse(1), Math::floor));
            double highest = decade(DoubleStream.of(all).max().orElse(1), Math::ceil);
            return new Scale(lowest, Math.max(highest, lowest * 10));
        }

        private static double decade(double millis, Function<Double, Double> rounding) {
            return Math.pow(10, rounding.apply(Math.log10(millis)));
        }

        double y(double millis) {
            double part = Math.log(Math.max(millis, lowest) / lowest) / Math.log(highest / lowest);
            return FLOOR - part * (FLOOR - TOP);
        }
    }
}
