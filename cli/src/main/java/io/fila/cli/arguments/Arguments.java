package io.fila.cli.arguments;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was typed after a command's name, by the labels of its parameters and the names of its options. */
public final class Arguments {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    public void add(String name, String value) {
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    /** Whether a parameter, an option or a flag was typed at all. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** All values in the order in which they were typed. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The value of a parameter or option, if it was typed. */
    public @Nullable String get(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? null : all.get(0);
    }

    public String getOr(String name, String fallback) {
        String value = get(name);
        return value == null ? fallback : value;
    }

    /** The value of a parameter that is required, which it has therefore. */
    public String required(String name) {
        String value = get(name);
        if (value == null) {
            throw new IllegalStateException("Expected " + name + " to be required by the command's syntax");
        }
        return value;
    }

    /** A whole number that is not too small. */
    public long number(String name, long minimum, long fallback) {
        String value = get(name);
        if (value == null) {
            return fallback;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= minimum) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw noNumber(name, minimum, value);
        }
        throw noNumber(name, minimum, value);
    }

    /** A length of time, such as 5s, that is not too short. It must have been typed. */
    public Duration span(String name, Duration minimum) {
        String value = required(name);
        Duration span = Span.parse(value);
        if (span == null || span.compareTo(minimum) < 0) {
            throw new WrongUsage("Expected " + name + " to be a time such as 500ms, 5s, 2m, 1h or 7d, of at least "
                    + minimum.toMillis() + "ms, but found \"" + value + "\"");
        }
        return span;
    }

    private static WrongUsage noNumber(String name, long minimum, String value) {
        return new WrongUsage(
                "Expected " + name + " to be a whole number of at least " + minimum + " but found \"" + value + "\"");
    }
}
