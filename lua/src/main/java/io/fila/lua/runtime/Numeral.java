package io.fila.lua.runtime;

import org.jspecify.annotations.Nullable;

/** Reads the text of a number: decimal or hexadecimal, integer or float, blanks around it allowed. */
public final class Numeral {
    /** The longest text that can be a numeral: reading one must not take long. */
    public static final int MAX_LENGTH = 4096;

    private final String text;
    private int at;
    private final int end;

    private Numeral(String text, int from, int end) {
        this.text = text;
        this.at = from;
        this.end = end;
    }

    /** The number a text is the numeral of; null when it is none. */
    public static @Nullable Object parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        int from = 0;
        int end = text.length();
        while (from < end && isSpace(text.charAt(from))) {
            from++;
        }
        while (end > from && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return from == end ? null : new Numeral(text, from, end).read();
    }

    /** Whether C's {@code isspace} says so. */
    public static boolean isSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private @Nullable Object read() {
        boolean negative = text.charAt(at) == '-';
        if (negative || text.charAt(at) == '+') {
            at++;
        }
        if (at + 1 < end && text.charAt(at) == '0' && (text.charAt(at + 1) | 0x20) == 'x') {
            at += 2;
            return hexadecimal(negative);
        }
        return decimal(negative);
    }

    private @Nullable Object decimal(boolean negative) {
        int start = at;
        long integer = 0;
        boolean fits = true;
        while (at < end && isDigit(text.charAt(at))) {
            int digit = text.charAt(at++) - '0';
            // A negative sum is the smallest integer with its sign still to come: no digit may follow it.
            if (integer < 0
                    || integer > Long.MAX_VALUE / 10
                    || (integer == Long.MAX_VALUE / 10 && digit > 7 + (negative ? 1 : 0))) {
                fits = false;
            }
            integer = integer * 10 + digit;
        }
        int digits = at - start;
        if (at == end) {
            if (digits == 0) {
                return null;
            }
            return fits ? (Object) (negative ? -integer : integer) : (Object) decimalFloat(start, negative);
        }
        if (text.charAt(at) == '.') {
            at++;
            int fraction = at;
            skipDigits();
            digits += at - fraction;
        }
        if (digits == 0 || !skipExponent('e')) {
            return null;
        }
        return decimalFloat(start, negative);
    }

    private double decimalFloat(int start, boolean negative) {
        double magnitude = Double.parseDouble(text.substring(start, end));
        return negative ? -magnitude : magnitude;
    }

    private @Nullable Object hexadecimal(boolean negative) {
        int start = at;
        long integer = 0;
        while (at < end && Character.digit(text.charAt(at), 16) >= 0) {
            integer = (integer << 4) | Character.digit(text.charAt(at++), 16);
        }
        int digits = at - start;
        if (at == end) {
            return digits == 0 ? null : (Object) (negative ? -integer : integer);
        }
        if (text.charAt(at) == '.') {
            at++;
            int fraction = at;
            while (at < end && Character.digit(text.charAt(at), 16) >= 0) {
                at++;
            }
            digits += at - fraction;
        }
        boolean exponent = at < end;
        if (digits == 0 || !skipExponent('p')) {
            return null;
        }
        double magnitude = Double.parseDouble("0x" + text.substring(start, end) + (exponent ? "" : "p0"));
        return negative ? -magnitude : magnitude;
    }

    private void skipDigits() {
        while (at < end && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private boolean skipExponent(char letter) {
        if (at == end) {
            return true;
        }
        if ((text.charAt(at) | 0x20) != letter) {
            return false;
        }
        at++;
        if (at < end && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            at++;
        }
        int digits = at;
        skipDigits();
        return at > digits && at == end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
