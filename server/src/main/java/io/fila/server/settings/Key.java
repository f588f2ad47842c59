package io.fila.server.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing an operator can set, declared once: its name, its default, what values it takes and what it means.
 *
 * @param name the key, after its section and a dot if it has one
 * @param expected what a value looks like, to follow "Expected"
 * @param kind what a value is made of: a text, a number, a truth or a list of texts
 * @param reading makes a value of one of that kind, or null of what does not fit
 * @param shown the default as it would be written in the file
 * @param secret whether its value must not be shown to anybody
 */
public record Key<T>(
        String name,
        T fallback,
        String expected,
        Class<?> kind,
        Function<Object, @Nullable T> reading,
        String shown,
        String doc,
        boolean secret) {

    private Key(
            String name,
            T fallback,
            String expected,
            Class<?> kind,
            Function<Object, @Nullable T> reading,
            String shown,
            String doc) {
        this(name, fallback, expected, kind, reading, shown, doc, false);
    }

    public static Key<String> text(String name, String fallback, String doc) {
        return new Key<>(name, fallback, "a string", String.class, value -> (String) value, quoted(fallback), doc);
    }

    /** A text that is never repeated to anybody, not even in an error; empty for none. */
    public static Key<String> secret(String name, String doc) {
        return new Key<>(name, "", "a string", String.class, value -> (String) value, quoted(""), doc, true);
    }

    public static Key<ListenAddress> address(String name, String fallback, String doc) {
        ListenAddress parsed = ListenAddress.parse(fallback);
        if (parsed == null) {
            throw new IllegalArgumentException(fallback);
        }
        return new Key<>(
                name,
                parsed,
                "a string such as " + quoted(fallback),
                String.class,
                value -> ListenAddress.parse((String) value),
                quoted(fallback),
                doc);
    }

    public static Key<Long> number(String name, long fallback, long min, long max, String doc) {
        return new Key<>(
                name,
                fallback,
                "a whole number from " + min + " to " + max,
                Long.class,
                value -> (Long) value >= min && (Long) value <= max ? (Long) value : null,
                Long.toString(fallback),
                doc);
    }

    public static <E extends Enum<E>> Key<E> choice(String name, E fallback, Class<E> choices, String doc) {
        List<E> all = Arrays.asList(choices.getEnumConstants());
        return new Key<>(
                name,
                fallback,
                "one of " + String.join(", ", all.stream().map(Key::spelled).toList()),
                String.class,
                value -> all.stream()
                        .filter(choice -> spelled(choice).equals("\"" + value + "\""))
                        .findFirst()
                        .orElse(null),
                spelled(fallback),
                doc);
    }

    /** An address, or nothing, which is what it is unless somebody sets it. */
    public static Key<Optional<ListenAddress>> optionalAddress(String name, String example, String doc) {
        return optionalAddress(name, example, Optional.empty(), doc);
    }

    /** The same with another default than none. */
    public static Key<Optional<ListenAddress>> optionalAddress(
            String name, String example, Optional<ListenAddress> fallback, String doc) {
        return new Key<>(
                name,
                fallback,
                "a string such as " + quoted(example) + ", or an empty one",
                String.class,
                value -> {
                    String text = (String) value;
                    ListenAddress address = text.isEmpty() ? null : ListenAddress.parse(text);
                    return text.isEmpty() || address != null ? Optional.ofNullable(address) : null;
                },
                quoted(fallback.map(ListenAddress::toString).orElse("")),
                doc);
    }

    /** Where somebody is reached over HTTP, or nothing, which is what it is unless somebody sets it. */
    public static Key<Optional<URI>> optionalUrl(String name, String example, String doc) {
        return new Key<>(
                name,
                Optional.empty(),
                "a string such as " + quoted(example) + ", or an empty one",
                String.class,
                value -> {
                    String text = (String) value;
                    URI url = text.isEmpty() ? null : url(text);
                    return text.isEmpty() || url != null ? Optional.ofNullable(url) : null;
                },
                quoted(""),
                doc);
    }

    private static @Nullable URI url(String text) {
        try {
            URI url = new URI(text);
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            return http && url.getHost() != null && url.getQuery() == null && url.getUserInfo() == null ? url : null;
        } catch (URISyntaxException other) {
            return null;
        }
    }

    public static Key<Boolean> truth(String name, boolean fallback, String doc) {
        return new Key<>(
                name,
                fallback,
                "true or false",
                Boolean.class,
                value -> (Boolean) value,
                Boolean.toString(fallback),
                doc);
    }

    /**
     * A list of texts.
     *
     * @param item makes a value of one text, or null of what does not fit
     */
    public static <T> Key<List<T>> list(
            String name, List<String> fallback, String expected, Function<String, @Nullable T> item, String doc) {
        Function<Object, @Nullable List<T>> reading = value -> {
            List<T> items = new ArrayList<>();
            for (Object each : (List<?>) value) {
                T read = each instanceof String text ? item.apply(text) : null;
                if (read == null) {
                    return null;
                }
                items.add(read);
            }
            return List.copyOf(items);
        };
        List<T> standard = reading.apply(fallback);
        if (standard == null) {
            throw new IllegalArgumentException(fallback.toString());
        }
        return new Key<>(name, standard, expected, List.class, reading, describe(fallback), doc);
    }

    /** Reads what somebody set. */
    T read(Setting setting) throws ConfigException {
        Object value = setting.isText() ? typed((String) setting.value()) : setting.value();
        T result = kind.isInstance(value) ? reading.apply(value) : null;
        if (result == null) {
            throw new ConfigException(setting.where() + ": Expected " + expected + " for " + name + " but found "
                    + (secret ? "something else" : describe(setting.value())) + ".");
        }
        return result;
    }

    /** The environment variable that overrides it, in a program whose variables begin like that. */
    public String variable(String prefix) {
        return prefix + name.replace(".", "__").toUpperCase(Locale.ROOT);
    }

    /** Its section; empty if it has none. */
    public String section() {
        return name.substring(0, Math.max(0, name.indexOf('.')));
    }

    /** What a text means where values have no type of their own. */
    private Object typed(String text) {
        if (kind == Long.class) {
            return number(text);
        }
        if (kind == Boolean.class) {
            return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
        }
        if (kind == List.class) {
            return Stream.of(text.split(",", -1))
                    .map(String::strip)
                    .filter(item -> !item.isEmpty())
                    .toList();
        }
        return text;
    }

    private static Object number(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException notANumber) {
            return text;
        }
    }

    private static String describe(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case List<?> items -> items.stream().map(Key::describe).collect(Collectors.joining(", ", "[", "]"));
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String spelled(Enum<?> choice) {
        return quoted(choice.name().toLowerCase(Locale.ROOT));
    }
}
