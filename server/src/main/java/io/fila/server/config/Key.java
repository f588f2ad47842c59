package io.fila.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One thing an operator can set, declared once: its name, its default, what values it takes and what it means.
 *
 * @param name section and key, with a dot between
 * @param expected what a value looks like, to follow "Expected"
 * @param reading makes a value of a Long or a String, or null of what does not fit
 * @param isNumber true if a value is a number rather than a text
 * @param shown the default as it would be written in the file
 */
record Key<T>(
        String name,
        T fallback,
        String expected,
        boolean isNumber,
        Function<Object, @Nullable T> reading,
        String shown,
        String doc) {

    static Key<String> text(String name, String fallback, String doc) {
        return new Key<>(name, fallback, "a text", false, value -> (String) value, quoted(fallback), doc);
    }

    static Key<ListenAddress> address(String name, String fallback, String doc) {
        ListenAddress parsed = ListenAddress.parse(fallback);
        if (parsed == null) {
            throw new IllegalArgumentException(fallback);
        }
        return new Key<>(
                name,
                parsed,
                "a text such as \"0.0.0.0:5555\"",
                false,
                value -> ListenAddress.parse((String) value),
                quoted(fallback),
                doc);
    }

    static Key<Long> number(String name, long fallback, long min, long max, String doc) {
        return new Key<>(
                name,
                fallback,
                "a whole number from " + min + " to " + max,
                true,
                value -> (Long) value >= min && (Long) value <= max ? (Long) value : null,
                Long.toString(fallback),
                doc);
    }

    static <E extends Enum<E>> Key<E> choice(String name, E fallback, Class<E> choices, String doc) {
        List<E> all = Arrays.asList(choices.getEnumConstants());
        return new Key<>(
                name,
                fallback,
                "one of " + String.join(", ", all.stream().map(Key::spelled).toList()),
                false,
                value -> all.stream()
                        .filter(choice -> spelled(choice).equals("\"" + value + "\""))
                        .findFirst()
                        .orElse(null),
                spelled(fallback),
                doc);
    }

    /** Reads what somebody set. */
    T read(Setting setting) throws ConfigException {
        Object value = setting.isText() && isNumber ? number((String) setting.value()) : setting.value();
        boolean rightType = isNumber ? value instanceof Long : value instanceof String;
        T result = rightType ? reading.apply(value) : null;
        if (result == null) {
            throw new ConfigException(setting.where() + ": Expected " + expected + " for " + name + " but found "
                    + describe(setting.value()) + ".");
        }
        return result;
    }

    /** The environment variable that overrides it. */
    String variable() {
        return "FILA_" + name.replace(".", "__").toUpperCase(Locale.ROOT);
    }

    String section() {
        return name.substring(0, name.indexOf('.'));
    }

    private static Object number(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException notANumber) {
            return text;
        }
    }

    private static String describe(Object value) {
        return value instanceof String text ? quoted(text) : value.toString();
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String spelled(Enum<?> choice) {
        return quoted(choice.name().toLowerCase(Locale.ROOT));
    }
}
