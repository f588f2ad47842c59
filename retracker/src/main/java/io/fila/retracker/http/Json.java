package io.fila.retracker.http;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON of plain values: texts, numbers, truths, and maps and collections of them. */
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

    /** What is not plain ASCII is written as its number, and so needs no encoding. */
    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c >= ' ' && c < 0x7f && c != '"' && c != '\\'
                        ? Character.toString(c)
                        : String.format("\\u%04x", c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
