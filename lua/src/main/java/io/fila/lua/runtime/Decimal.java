package io.fila.lua.runtime;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Floats in decimal, digit for digit as C's {@code %e}, {@code %f} and {@code %g} print them. The number is finite. */
public final class Decimal {
    private Decimal() {}

    /** {@code %.<precision>f}. */
    public static String fixed(double number, int precision) {
        String digits = new BigDecimal(Math.abs(number))
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
        return isNegative(number) ? "-" + digits : digits;
    }

    /** {@code %.<precision>e}. */
    public static String scientific(double number, int precision) {
        Rounded rounded = Rounded.of(number, precision + 1);
        StringBuilder text = new StringBuilder();
        appendScientific(text, number, rounded.digits, rounded.exponent);
        return text.toString();
    }

    /** {@code %.<precision>g}; {@code keepZeros} is its {@code #} flag. */
    public static String general(double number, int precision, boolean keepZeros) {
        int significant = Math.max(precision, 1);
        Rounded rounded = Rounded.of(number, significant);
        String digits = keepZeros ? rounded.digits : withoutTrailingZeros(rounded.digits);
        StringBuilder text = new StringBuilder();
        if (rounded.exponent < -4 || rounded.exponent >= significant) {
            appendScientific(text, number, digits, rounded.exponent);
        } else {
            appendPositional(text, number, digits, rounded.exponent, keepZeros);
        }
        return text.toString();
    }

    private static void appendScientific(StringBuilder text, double number, String digits, int exponent) {
        if (isNegative(number)) {
            text.append('-');
        }
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            text.append('0');
        }
        text.append(magnitude);
    }

    private static void appendPositional(StringBuilder text, double number, String digits, int exponent, boolean dot) {
        if (isNegative(number)) {
            text.append('-');
        }
        if (exponent < 0) {
            text.append("0.").repeat('0', -exponent - 1).append(digits);
            return;
        }
        int whole = exponent + 1;
        if (digits.length() <= whole) {
            text.append(digits).repeat('0', whole - digits.length());
            if (dot) {
                text.append('.');
            }
        } else {
            text.append(digits, 0, whole).append('.').append(digits, whole, digits.length());
        }
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    private static boolean isNegative(double number) {
        return number < 0 || (number == 0 && 1 / number < 0);
    }

    /** The first significant digits of a number, and the power of ten of the first one. */
    private record Rounded(String digits, int exponent) {
        static Rounded of(double number, int significant) {
            if (number == 0) {
                return new Rounded("0".repeat(significant), 0);
            }
            BigDecimal decimal =
                    new BigDecimal(Math.abs(number)).round(new MathContext(significant, RoundingMode.HALF_EVEN));
            String digits = decimal.unscaledValue().toString();
            int exponent = digits.length() - 1 - decimal.scale();
            if (digits.length() < significant) {
                digits += "0".repeat(significant - digits.length());
            }
            return new Rounded(digits, exponent);
        }
    }
}
