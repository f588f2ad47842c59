package io.fila.retracker.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One number at one moment. */
public record Sample(String name, String help, Kind kind, Map<String, String> labels, double value) {

    /** Whether it only grows. */
    public enum Kind {
        COUNTER,
        GAUGE
    }

    public static Sample gauge(String name, String help, double value) {
        return new Sample(name, help, Kind.GAUGE, Map.of(), value);
    }

    /** Names and values of its labels, after each other. */
    String[] marks() {
        return new TreeMap<>(labels)
                .entrySet().stream()
                        .flatMap(label -> Stream.of(label.getKey(), label.getValue()))
                        .toArray(String[]::new);
    }
}
