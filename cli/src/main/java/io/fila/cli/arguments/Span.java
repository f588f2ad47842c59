package io.fila.cli.arguments;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A length of time as people write it: {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 7d}; a plain number is milliseconds. */
final class Span {
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)?");

    private Span() {}

    /** The length, or null if the text is none or it is too long to be counted. */
    static @Nullable Duration parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            return null;
        }
        long number = Long.parseLong(parts.group(1));
        String unit = parts.group(2) == null ? "ms" : parts.group(2);
        long millis = switch (unit) {
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1;
        };
        return number <= Long.MAX_VALUE / millis ? Duration.ofMillis(number * millis) : null;
    }
}
