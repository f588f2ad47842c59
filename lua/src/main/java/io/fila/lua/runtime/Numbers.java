package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** Conversions between integers, floats and text, as Lua 5.4 defines them. */
public final class Numbers {
    private static final double TWO_TO_63 = 0x1p63;
    private static final int TEXT_DIGITS = 14;

    private Numbers() {}

    /** Whether a float has an integer of the same value. */
    public static boolean isIntegral(double number) {
        return number >= -TWO_TO_63 && number < TWO_TO_63 && number == Math.rint(number);
    }

    /** A number as the integer of the same value; null when there is none. */
    public static @Nullable Long exactInteger(@Nullable Object value) {
        if (value instanceof Long integer) {
            return integer;
        }
        return value instanceof Double number && isIntegral(number) ? (Long) (long) (double) number : null;
    }

    /** A number, or a text that is the numeral of one, as an integer of the same value; null when there is none. */
    public static @Nullable Long toInteger(@Nullable Object value) {
        return value instanceof String text ? exactInteger(Numeral.parse(text)) : exactInteger(value);
    }

    /** A number, or a text that is the numeral of one, as a number; null when it is neither. */
    public static @Nullable Object toNumber(@Nullable Object value) {
        if (value instanceof Long || value instanceof Double) {
            return value;
        }
        return value instanceof String text ? Numeral.parse(text) : null;
    }

    /** A number, or a text that is the numeral of one, as a float; null when it is neither. */
    public static @Nullable Double toFloat(@Nullable Object value) {
        Object number = toNumber(value);
        if (number instanceof Long integer) {
            return (double) (long) integer;
        }
        return (Double) number;
    }

    /** The text of a string or number, as {@code ..} makes it. */
    public static String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        return value instanceof Double number ? text((double) number) : value.toString();
    }

    /** A float with 14 significant digits, and a mark that it is one. */
    public static String text(double number) {
        if (Double.isNaN(number)) {
            return "nan";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "inf" : "-inf";
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e14) {
            long integer = (long) number;
            return integer == 0 && 1 / number < 0 ? "-0.0" : integer + ".0";
        }
        String text = Decimal.general(number, TEXT_DIGITS, false);
        return looksLikeInteger(text) ? text + ".0" : text;
    }

    private static boolean looksLikeInteger(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }
}
