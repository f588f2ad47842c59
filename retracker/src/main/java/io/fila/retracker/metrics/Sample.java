package io.fila.retracker.metrics;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One number at one moment. */
public record Sample(String name, String help, Kind kind, Map<String, String> labels, double value) {

    /** Whether it only grows. */
    public enum Kind {
        COUNTER,
        GAUGE;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static Sample gauge(String name, String help, double value) {
        return new Sample(name, help, Kind.GAUGE, Map.of(), value);
    }

    String line() {
        String marks = new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                        .collect(Collectors.joining(","));
        return name + (marks.isEmpty() ? "" : "{" + marks + "}") + " " + number();
    }

    private String number() {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
