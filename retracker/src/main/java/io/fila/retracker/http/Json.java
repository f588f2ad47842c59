package io.fila.retracker.http;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes JSON from plain values: texts, numbers, booleans, maps and collections. */
final class Json {
    private Json() {}

    static String write(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> quoted(entry.getKey().toString()) + ":" + write(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Collection<?> items -> items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> quoted(value.toString());
        };
    }

    /** Non-ASCII characters are escaped, so the text needs no encoding. */
    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c >= ' ' && c < 0x7f && c != '"' && c != '\\'
                        ? Character.toString(c)
                        : String.format("\\u%04x", c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
