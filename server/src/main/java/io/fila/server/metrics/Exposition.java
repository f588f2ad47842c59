package io.fila.server.metrics;

import java.util.Arrays;
import java.util.List;

/** Metrics as Prometheus reads them: its text format, version 0.0.4. */
public final class Exposition implements MetricWriter {
    public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final StringBuilder text = new StringBuilder(16 * 1024);
    private String name = "";

    @Override
    public Exposition counter(String family, String help) {
        return family(family, "counter", help);
    }

    @Override
    public Exposition gauge(String family, String help) {
        return family(family, "gauge", help);
    }

    @Override
    public Exposition histogram(String family, String help) {
        return family(family, "histogram", help);
    }

    private Exposition family(String family, String type, String help) {
        name = family;
        text.append("# HELP ").append(family).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(family).append(' ').append(type).append('\n');
        return this;
    }

    @Override
    public Exposition value(double value, String... labels) {
        line("", number(value), labels);
        return this;
    }

    @Override
    public Exposition value(long value, String... labels) {
        line("", Long.toString(value), labels);
        return this;
    }

    @Override
    public Exposition value(Histogram histogram, String... labels) {
        String[] withBound = Arrays.copyOf(labels, labels.length + 2);
        withBound[labels.length] = "le";
        List<Double> bounds = histogram.bounds();
        for (int i = 0; i < bounds.size(); i++) {
            withBound[labels.length + 1] = number(bounds.get(i));
            line("_bucket", Long.toString(histogram.upTo(i)), withBound);
        }
        withBound[labels.length + 1] = "+Inf";
        line("_bucket", Long.toString(histogram.count()), withBound);
        line("_sum", number(histogram.sum()), labels);
        line("_count", Long.toString(histogram.count()), labels);
        return this;
    }

    private void line(String suffix, String value, String... labels) {
        text.append(name).append(suffix);
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            escape(labels[i + 1]);
            text.append('"');
        }
        if (labels.length > 0) {
            text.append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    private void escape(String label) {
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                default -> text.append(c);
            }
        }
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
