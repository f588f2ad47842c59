package io.fila.core.config;

import io.fila.core.throttle.Rate;
import org.jspecify.annotations.Nullable;

/** The runtime settings that are throttles: {@code throttle:<key>:rate}, {@code throttle:<key>:burst} and {@code throttle.<key>}. */
public sealed interface ThrottleSetting {
    String key();

    /** Both numbers at once, as {@code rate,burst}. */
    record Both(String key) implements ThrottleSetting {}

    record RateOnly(String key) implements ThrottleSetting {}

    record BurstOnly(String key) implements ThrottleSetting {}

    /** What a setting of this name means for a throttle, or null if it is the user's own. */
    static @Nullable ThrottleSetting of(String name) {
        if (name.startsWith("throttle.") && name.length() > "throttle.".length()) {
            return new Both(name.substring("throttle.".length()));
        }
        if (!name.startsWith("throttle:")) {
            return null;
        }
        String rest = name.substring("throttle:".length());
        if (rest.endsWith(":rate") && rest.length() > ":rate".length()) {
            return new RateOnly(rest.substring(0, rest.length() - ":rate".length()));
        }
        if (rest.endsWith(":burst") && rest.length() > ":burst".length()) {
            return new BurstOnly(rest.substring(0, rest.length() - ":burst".length()));
        }
        return null;
    }

    /** Whether a setting of this name is meant to be a throttle and does not say of which key. */
    static boolean namesNothing(String name) {
        return name.equals("throttle.")
                || name.equals("throttle:")
                || name.equals("throttle::rate")
                || name.equals("throttle::burst");
    }

    /** What is wrong with the value, as the rest of a sentence that begins with "Expected", or null if nothing is. */
    default @Nullable String objection(String value) {
        return switch (this) {
            case Both both -> {
                String[] parts = value.split(",", -1);
                if (parts.length != 2) {
                    yield "\"rate,burst\" but it is \"" + value + "\"; write two numbers, for example 10,20.";
                }
                String rate = objectionToRate(parts[0]);
                yield rate != null ? rate : objectionToBurst(parts[1]);
            }
            case RateOnly rate -> objectionToRate(value);
            case BurstOnly burst -> objectionToBurst(value);
        };
    }

    /** The rate that results from this value and what else is set for the key; null if the key is not throttled by it. */
    default @Nullable Rate rate(String value, @Nullable String rateAlone, @Nullable String burstAlone) {
        return switch (this) {
            case Both both -> {
                String[] parts = value.split(",", -1);
                yield new Rate(number(parts[0]), number(parts[1]));
            }
            case RateOnly only ->
                burstAlone == null ? Rate.perSecond(number(value)) : new Rate(number(value), number(burstAlone));
            case BurstOnly only -> rateAlone == null ? null : new Rate(number(rateAlone), number(value));
        };
    }

    private static @Nullable String objectionToRate(String text) {
        double number = number(text);
        return number >= 0 && number <= Rate.MAX_PER_SECOND
                ? null
                : "a rate from 0 to " + Rate.MAX_PER_SECOND + " tokens a second but it is \"" + text
                        + "\"; write a number, for example 10.";
    }

    private static @Nullable String objectionToBurst(String text) {
        double number = number(text);
        return number >= 1 && number <= Rate.MAX_BURST
                ? null
                : "a burst of at least 1 token but it is \"" + text
                        + "\"; a bucket that holds less than one could never let a message out.";
    }

    /** The number, or NaN if the text is none. */
    private static double number(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }
}
